import { deepStrictEqual } from 'node:assert/strict';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JsonError } from './json.js';
import { readRequestJson } from './request-json.js';

function read(text: string, maxDepth?: number): unknown {
  return readRequestJson(new TextEncoder().encode(text), { maxBytes: 10_000, ...(maxDepth === undefined ? {} : { maxDepth }) });
}

describe('readRequestJson', () => {
  it('gives plain values', () => {
    expect(read('{"a":[1,-2,true,null,"x"],"b":{}}')).toEqual({ a: [1, -2, true, null, 'x'], b: {} });
  });

  it.each(['0', '1', '-1', '9007199254740991', '-9007199254740991'])('%s is an integer', (text) => {
    expect(read(text)).toBe(Number(text));
  });

  it.each([
    '-0',
    '5.0',
    '1e0',
    '1E2',
    '0.5',
    '1e400',
    '9007199254740992',
    '-9007199254740992',
    '0e0',
    '-0.0',
    '123456789012345678901234567890',
  ])('%s is not written as an integer within 2^53 − 1', (text) => {
    expect(() => read(`{"a":${text}}`)).toThrow(expect.objectContaining({ constructor: JsonError, reason: 'not_an_integer', offset: 5 }));
  });

  describe('where some members are hashed', () => {
    const readHashed = (text: string): unknown =>
      readRequestJson(new TextEncoder().encode(text), { maxBytes: 10_000, hashedMembers: ['apiConfig', 'combine'] });

    it.each([
      ['3.0', 3],
      ['3e0', 3],
      ['30E-1', 3],
      ['-0', 0],
      ['0.0', 0],
      ['-1.20e1', -12],
      ['9007199254740991.000', 9007199254740991],
      ['1.7952243900e9', 1795224390],
    ])('another member may write %s for %d', (text, value) => {
      expect(readHashed(`{"a":${text},"apiConfig":{"b":1},"c":[{"d":${text}}]}`)).toEqual({
        a: value,
        apiConfig: { b: 1 },
        c: [{ d: value }],
      });
    });

    it.each(['0.5', '3.01', '1e400', '9007199254740992', '9007199254740991.4', '9.007199254740993e15', '1e16', `1${'0'.repeat(80)}e-80`])(
      'no member may hold %s',
      (text) => {
        expect(() => readHashed(`{"a":${text}}`)).toThrow(expect.objectContaining({ reason: 'not_an_integer', offset: 5 }));
      },
    );

    it.each(['{"apiConfig":3.0}', '{"apiConfig":{"a":[1,{"b":3e0}]}}', '{"a":3.0,"combine":{"a":-0}}'])(
      'a hashed member writes integers as integers, at any depth: %s',
      (text) => {
        const offset = text.search(/-0|3\.0\}$|3e0/);
        expect(() => readHashed(text)).toThrow(expect.objectContaining({ constructor: JsonError, reason: 'not_an_integer', offset }));
      },
    );

    it('a member of that name inside of another one is not hashed, and one inside of a hashed one is', () => {
      expect(readHashed('{"a":{"apiConfig":3.0}}')).toEqual({ a: { apiConfig: 3 } });
      expect(() => readHashed('{"apiConfig":{"a":{"b":3.0}}}')).toThrow(JsonError);
    });

    it('what is written as an integer is read as without hashed members', () => {
      const text = '{"a":[1,-2,true,null,"x"],"apiConfig":{"__proto__":5}}';
      expect(readHashed(text)).toEqual(read(text));
    });
  });

  it.each(['{"a":1,"a":2}', '"\\ud800"', '\ufeff{}', '{', ''])('%j is refused', (text) => {
    expect(() => read(text)).toThrow(JsonError);
  });

  it('allows 16 levels by default', () => {
    const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
    expect(() => read(nested(16))).not.toThrow();
    expect(() => read(nested(17))).toThrow(expect.objectContaining({ reason: 'too_deep' }));
    expect(() => read(nested(2), 1)).toThrow(expect.objectContaining({ reason: 'too_deep' }));
  });

  it('a member named __proto__ is a member, and no member is inherited', () => {
    const value = read('{"__proto__":{"admin":true}}');
    expect(Object.keys(value as object)).toEqual(['__proto__']);
    expect((value as Record<string, unknown>)['admin']).toBeUndefined();
    expect((value as Record<string, unknown>)['constructor']).toBeUndefined();
  });
});

describe('a text that is just what JSON.stringify writes', () => {
  const verdict = (text: string): unknown => {
    try {
      return { value: read(text, 3) };
    } catch (error) {
      if (error instanceof JsonError) return { reason: error.reason, offset: error.offset + (text.startsWith(' ') ? -1 : 0) };
      throw error;
    }
  };
  const name = fc.constantFrom('a', 'b', '__proto__', 'constructor', '0', '1', '\ud800', '\ud83d\ude00', '');
  const scalar = fc.oneof(fc.integer(), fc.maxSafeInteger(), fc.double(), name, fc.constantFrom(null, true, -0, 2 ** 53));
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof({ maxDepth: 5 }, scalar, fc.array(tie('value'), { maxLength: 3 }), tie('object')),
    object: fc.array(fc.tuple(name, tie('value')), { maxLength: 3 }).map((members) => Object.fromEntries(members)),
  }));

  it('is read or refused as the same text after a blank, which is read character by character', () => {
    fc.assert(
      fc.property(value, (written) => {
        const text = JSON.stringify(written);
        // It compares prototypes too, whatever the members are called.
        deepStrictEqual(verdict(text), verdict(` ${text}`));
      }),
    );
  });

  it.each(['{"b":1,"a":2,"b":3}', '{"1":1,"0":2}', '{"__proto__":{"a":1}}', '"\\ud800"', '[[[[1]]]]', '{"a":1e21}', '5'])('%s', (text) => {
    deepStrictEqual(verdict(text), verdict(` ${text}`));
  });

  it('gives objects without prototype', () => {
    expect(Object.getPrototypeOf(read('{"a":{}}'))).toBeNull();
    expect(read('{"__proto__":1}')).toHaveProperty('__proto__', 1);
  });
});
