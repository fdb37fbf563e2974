import { describe, expect, it } from 'vitest';
import { integerOf, memberOf, membersOf, textOf } from './json.js';

describe('a member of JSON', () => {
  it('is the object’s own', () => {
    expect(memberOf({ a: 1 }, 'a')).toBe(1);
    expect(memberOf({ a: null }, 'a')).toBeNull();
    for (const name of ['toString', '__proto__', 'constructor', 'b']) expect(memberOf({ a: 1 }, name)).toBeUndefined();
  });

  it.each([null, undefined, 'text', 7, [], [1]])('is not there in %j', (value) => {
    expect(membersOf(value)).toBeUndefined();
    expect(memberOf(value, 'length')).toBeUndefined();
  });
});

describe('a value of JSON', () => {
  it.each([0, 1, Number.MAX_SAFE_INTEGER])('is an integer: %d', (value) => {
    expect(integerOf(value)).toBe(value);
  });

  it.each([-1, 0.5, 2 ** 53, NaN, Infinity, '1', null, true])('gives no integer: %s', (value) => {
    expect(integerOf(value)).toBeUndefined();
  });

  it('is a text, or not', () => {
    expect([textOf(''), textOf(7), textOf(null)]).toEqual(['', undefined, undefined]);
  });
});
