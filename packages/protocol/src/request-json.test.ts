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
