import { Type } from '@sinclair/typebox';
import { describe, expect, it } from 'vitest';
import { codePointLength } from './code-point-length.js';
import { compileChecks } from './compile.js';
import { type CompiledCheck, compiledParser } from './compiled-parser.js';
import { createParser } from './parser.js';

const closed = { additionalProperties: false } as const;
const Order = Type.Object(
  {
    description: Type.String({ maxLength: 3, description: 'a member that is called like a keyword' }),
    kind: Type.Union([Type.Literal('x'), Type.Literal('y')]),
    lots: Type.Optional(Type.Record(Type.String({ pattern: '^[a-z]/~%$' }), Type.Integer({ title: 'a number of pieces' }), closed)),
    form: Type.Optional(Type.Union([Type.Integer(), Type.String({ pattern: '^a$' })])),
    mode: Type.Optional(Type.Unsafe<'r'>({ type: 'string', enum: ['r'] })),
  },
  closed,
);

/** The module without its import and exports, as the checks of one call. */
function checksOf(schemas: Parameters<typeof compileChecks>[0]): Readonly<Record<string, CompiledCheck>> {
  const code = compileChecks(schemas)
    .replace(/^import .*$/m, '')
    .replaceAll('export const ', 'const ');
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the module is what this test is about
  const load = new Function('codePointLength', `${code}; return { ${Object.keys(schemas).join(', ')} };`) as (
    length: typeof codePointLength,
  ) => Readonly<Record<string, CompiledCheck>>;
  return load(codePointLength);
}

function checkOf(schema: Parameters<typeof compileChecks>[0][string]): CompiledCheck {
  const { only } = checksOf({ only: schema });
  if (only === undefined) throw new Error('there is one check');
  return only;
}

describe('compileChecks', () => {
  const good = { description: 'abc', kind: 'x' };
  const parse = compiledParser(checkOf(Order), Order, { root: 'body' });
  const atRunTime = createParser(Order, { root: 'body' });

  it('checks what createParser checks, and returns the value itself', () => {
    expect(parse(good)).toBe(good);
  });

  it.each([
    [null, 'body: must be object'],
    [{ kind: 'x' }, 'description: is required'],
    [{ ...good, extra: 1 }, 'extra: is not a known member'],
    [{ ...good, description: 'abcd' }, 'description: must NOT have more than 3 characters'],
    [{ ...good, kind: 1 }, 'kind: must be one of x, y'],
    [{ ...good, lots: { 'a/~%': '1' } }, 'lots.a/~%: must be a number of pieces'],
    [{ ...good, lots: { b: 1 } }, 'lots.b: is not a known member'],
    [{ ...good, form: 'b' }, 'form: must have one of the allowed forms'],
    [{ ...good, mode: 'w' }, 'mode: must be one of r'],
  ])('refuses %j in the words of createParser', (value, message) => {
    expect(() => parse(value)).toThrow(message);
    expect(() => atRunTime(value)).toThrow(message);
  });

  it('counts a pair of surrogates as one character', () => {
    const pair = { ...good, description: '\u{1F600}\u{1F600}\u{1F600}' };
    expect(parse(pair)).toBe(pair);
    expect(codePointLength('a\u{1F600}\ud83d')).toBe(3);
  });

  it('compiles equal rules once, whatever their texts say', () => {
    const { one, same, other } = checksOf({
      one: Type.Integer({ description: 'first' }),
      same: Type.Integer({ description: 'second' }),
      other: Type.String(),
    });
    expect(one).toBe(same);
    expect(one).not.toBe(other);
  });
});
