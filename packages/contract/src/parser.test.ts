import { Type } from '@sinclair/typebox';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ContractError, createChecker, createParser } from './index.js';

const closed = { additionalProperties: false } as const;
const schema = Type.Object(
  {
    count: Type.Integer({ minimum: 1, description: 'how many' }),
    inner: Type.Object(
      {
        name: Type.Optional(Type.String({ pattern: '^a+$', description: 'a run of a' })),
        bare: Type.Optional(Type.String({ pattern: '^a+$' })),
        even: Type.Optional(Type.String({ format: 'even', title: 'an even number of characters', description: 'the pairs' })),
      },
      closed,
    ),
    list: Type.Optional(Type.Array(Type.Object({ index: Type.Integer({ minimum: 0, maximum: 63, title: 'an index, 0..63' }) }, closed))),
    kind: Type.Optional(Type.Union([Type.Literal('x'), Type.Literal('y')], { description: 'which of the two' })),
    mode: Type.Optional(Type.Unsafe<'r' | 'w'>({ type: 'string', enum: ['r', 'w'] })),
    version: Type.Optional(Type.Literal(2)),
    size: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
  },
  closed,
);
const parse = createParser(schema, { root: 'body', formats: { even: (text) => text.length % 2 === 0 } });
const good = { count: 1, inner: {} };

function refusalOf(plain: unknown): ContractError {
  try {
    parse(plain);
  } catch (error) {
    if (error instanceof ContractError) return error;
    throw error;
  }
  throw new Error('was accepted');
}

describe('createParser', () => {
  it('returns the value itself when it fits', () => {
    expect(parse(good)).toBe(good);
  });

  it.each([
    [null, 'body', 'must be object'],
    [[], 'body', 'must be object'],
    [undefined, 'body', 'must be object'],
    [{ inner: {} }, 'count', 'is required'],
    [{ ...good, list: [{}] }, 'list[0].index', 'is required'],
    [{ ...good, extra: 1 }, 'extra', 'is not a known member'],
    [{ ...good, inner: { other: 1 } }, 'inner.other', 'is not a known member'],
    [{ ...good, list: [{ index: 1, more: 1 }] }, 'list[0].more', 'is not a known member'],
  ])('names the field of %j', (plain, field, rule) => {
    expect(refusalOf(plain)).toMatchObject({ field, rule, message: `${field}: ${rule}` });
  });

  it.each([
    [
      'a title completes "must be", whichever keyword refused',
      { list: [{ index: 1 }, { index: 64 }] },
      'list[1].index: must be an index, 0..63',
    ],
    ['a title completes "must be", whichever keyword refused', { list: [{ index: '1' }] }, 'list[0].index: must be an index, 0..63'],
    ['a title goes before a description', { inner: { even: 'abc' } }, 'inner.even: must be an even number of characters'],
    ['a description stands in for a regular expression', { inner: { name: 'b' } }, 'inner.name: must be a run of a'],
    ['a description is no rule where the keyword says more', { count: 0 }, 'count: must be >= 1'],
    ['a description is no rule where the keyword says more', { count: '1' }, 'count: must be integer'],
    ['a regular expression is never quoted', { inner: { bare: 'b' } }, 'inner.bare: must have the right form'],
    ['a union of constants lists them', { kind: 'z' }, 'kind: must be one of x, y'],
    ['an enum lists its values', { mode: 'z' }, 'mode: must be one of r, w'],
    ['a constant is told', { version: 3 }, 'version: must be 2'],
    ['another union is told as a whole', { size: 'z' }, 'size: must have one of the allowed forms'],
  ])('%s: %j', (_rule, change, message) => {
    expect(refusalOf({ ...good, ...change }).message).toBe(message);
  });

  it('never repeats a value, and only the beginning of a name', () => {
    expect(refusalOf({ ...good, kind: 'top-secret' }).message).not.toContain('top-secret');
    expect(refusalOf({ ...good, inner: { even: 'top-secret!' } }).message).not.toContain('top-secret');
    expect(refusalOf({ ...good, ['n'.repeat(5_000)]: 1 }).field).toBe(`${'n'.repeat(64)}…`);
  });

  it('throws nothing but ContractError, whatever the value', () => {
    fc.assert(
      fc.property(fc.anything(), (plain) => {
        try {
          parse(plain);
        } catch (error) {
          expect(error).toBeInstanceOf(ContractError);
        }
      }),
    );
  });

  it('compiles at the first call, so that importing a contract costs nothing', () => {
    const unfinished = createParser(Type.String({ format: 'unheard-of' }), { root: 'body' });
    expect(() => unfinished('x')).toThrow(/unheard-of/);
  });

  it.each([
    [{ type: 'text' }, /type/],
    [{ type: 'string', minimum: 1 }, /minimum/],
    [{ type: 'string', minLength: '1' }, /minLength/],
    [{ type: 'string', maxLegnth: 1 }, /maxLegnth/],
    [{ type: 'object', required: 'a' }, /required/],
  ])('throws at the first call for the invalid schema %j', (invalid, message) => {
    const unfinished = createParser(Type.Unsafe(invalid), { root: 'body' });
    expect(() => unfinished('x')).toThrow(message);
  });
});

describe('createChecker', () => {
  const check = createChecker(schema, { root: 'body', formats: { even: (text) => text.length % 2 === 0 } });

  it('finds nothing in a value that fits', () => {
    expect(check(good)).toEqual([]);
  });

  it('tells every broken rule, and a union once', () => {
    const faults = check({ inner: { name: 'b', more: 1 }, list: [{ index: 64 }, {}], kind: 'z' });
    expect(faults.map(({ message }) => message).sort()).toEqual([
      'count: is required',
      'inner.more: is not a known member',
      'inner.name: must be a run of a',
      'kind: must be one of x, y',
      'list[0].index: must be an index, 0..63',
      'list[1].index: is required',
    ]);
  });
});
