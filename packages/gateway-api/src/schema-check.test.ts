import { Type } from '@sinclair/typebox';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileCheck, ContractError } from './schema-check.js';

const schema = Type.Object(
  {
    count: Type.Integer({ minimum: 1 }),
    inner: Type.Object(
      { name: Type.Optional(Type.String({ pattern: '^a+$', description: 'a run of a' })) },
      { additionalProperties: false },
    ),
    list: Type.Optional(Type.Array(Type.Integer())),
    kind: Type.Optional(Type.Union([Type.Literal('x'), Type.Literal('y')])),
  },
  { additionalProperties: false },
);
const check = compileCheck(schema, 'body');
const good = { count: 1, inner: {} };

describe('compileCheck', () => {
  it('returns the value itself when it fits', () => {
    expect(check(good)).toBe(good);
  });

  it.each([
    [null, 'body: must be object'],
    [{ inner: {} }, 'count: is required'],
    [{ ...good, count: 0 }, 'count: must be >= 1'],
    [{ ...good, count: '1' }, 'count: must be integer'],
    [{ ...good, extra: 1 }, 'extra: is not a known member'],
    [{ ...good, inner: { other: 1 } }, 'inner.other: is not a known member'],
    [{ ...good, inner: { name: 'b' } }, 'inner.name: must be a run of a'],
    [{ ...good, list: [1, 'x'] }, 'list.1: must be integer'],
    [{ ...good, kind: 'z' }, 'kind: is not one of the allowed values'],
    [{ ...good, inner: { 'a/b~c': 1 } }, 'inner.a/b~c: is not a known member'],
  ])('%j is refused: %s', (value, message) => {
    expect(() => check(value)).toThrow(new ContractError(message.split(': ')[0] ?? '', message.split(': ')[1] ?? ''));
  });

  it('quotes the beginning of a long name only', () => {
    expect(() => check({ ...good, ['n'.repeat(5_000)]: 1 })).toThrow(`${'n'.repeat(64)}…: is not a known member`);
  });

  it('throws nothing but ContractError, whatever the value', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        try {
          check(value);
        } catch (error) {
          expect(error).toBeInstanceOf(ContractError);
        }
      }),
    );
  });
});
