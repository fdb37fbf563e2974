import { describe, expect, it } from 'vitest';
import { SelectorError } from './jsonpath/selector-error.js';
import { compileSelector, SelectionError } from './select.js';
import { matchedPath } from './matched-path.js';
import { DEFAULT_SOURCE_BYTES, MAX_SOURCE_BYTES, sourceBytes } from './source-size.js';
import { readNumber } from './transform/read-number.js';

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
function repeat(text: string, count: number): string {
  return Array.from({ length: count }, () => text).join(',');
}
function reasonOf(act: () => unknown): unknown {
  try {
    return act();
  } catch (error) {
    if (error instanceof SelectionError) return error.reason;
    throw error;
  }
}

describe('the fence', () => {
  it('ends at 512 characters', () => {
    expect(() => compileSelector(`$.${'a'.repeat(510)}`)).not.toThrow();
    expect(() => compileSelector(`$.${'a'.repeat(511)}`)).toThrow(SelectorError);
  });

  it.each(['$..a', '$.a..b', '$..[0].a.b', "$..[?@.a=='x'].b"])('%s has one descendant segment', (expression) => {
    expect(() => compileSelector(expression)).not.toThrow();
  });

  it('keeps half a surrogate pair out, which has no UTF-8 form to hash', () => {
    expect(() => compileSelector("$['\ud800']")).toThrow(SelectorError);
  });

  it.each([
    ['parentheses', `$[?${'('.repeat(250)}@.a${')'.repeat(250)}]`],
    ['negations', `$[?${'!'.repeat(500)}@.a]`],
    ['brackets', `$${'[0]'.repeat(170)}`],
    ['functions', `$[?${'length('.repeat(62)}@${')'.repeat(62)}==1]`],
  ])('%s may nest as deep as the length allows', (_, expression) => {
    expect(() => compileSelector(expression)).not.toThrow();
  });
});

describe('the step limit', () => {
  const numbers = (count: number): string => repeat('1', count);
  const costly: [string, string, string][] = [
    ['unions that multiply', `$${'[0,0]'.repeat(60)}.x`, '['.repeat(63) + ']'.repeat(63)],
    ['sixty filters over every item', `$[${repeat('?@>9', 60)}]`, `[${numbers(90_000)}]`],
    [
      'comparing two large arrays for every item',
      '$.z[?$.x==$.y]',
      `{"x":[${numbers(30_000)}],"y":[${numbers(29_999)},2],"z":[${numbers(20_000)}]}`,
    ],
    [
      'searching for equal long texts for every item',
      '$[?$[0]==$[1]].x',
      `["${'a'.repeat(80_000)}","${'a'.repeat(79_999)}b",${numbers(20_000)}]`,
    ],
    ['ordering two long texts for every item', '$[?$[0]<$[1]].x', `["${'a'.repeat(80_000)}","${'a'.repeat(80_000)}",${numbers(20_000)}]`],
    ['number two long numbers for every item', '$[?$[0]==$[1]].x', `[${'1'.repeat(80_000)},${'2'.repeat(80_000)},${numbers(20_000)}]`],
    ['measuring a long text for every item', '$[?length($[0])==1].x', `["${'a'.repeat(200_000)}",${numbers(20_000)}]`],
  ];

  it.each(costly)('stops %s', (_, expression, body) => {
    expect(body.length).toBeLessThanOrEqual(DEFAULT_SOURCE_BYTES);
    expect(reasonOf(() => readNumber(encode(body), { responseParser: expression }))).toBe('too_costly');
  });

  it.each([
    ['a filter over every descendant', '$..[?@.id==7].price', `[${repeat('{"id":1}', 25_000)},{"id":7,"price":2}]`],
    [
      'a filter with four tests over every item',
      '$[?@.a==1&&@.b==2||@.c==3&&@.d==4].v',
      `[${repeat('{"a":1}', 25_000)},{"a":1,"b":2,"v":2}]`,
    ],
  ])('leaves room for %s in a full body', (_, expression, body) => {
    expect(reasonOf(() => readNumber(encode(body), { responseParser: expression }))).toEqual({ mantissa: 2n, exponent: 0 });
  });
});

describe('the body', () => {
  const selector = { responseParser: '$' };

  it('may have 256 KiB, with a selector or without', () => {
    const full = encode(' '.repeat(DEFAULT_SOURCE_BYTES - 1) + '7');
    expect(reasonOf(() => readNumber(full, selector))).toEqual({ mantissa: 7n, exponent: 0 });
    expect(reasonOf(() => readNumber(full, {}))).toEqual({ mantissa: 7n, exponent: 0 });
  });

  it.each([1, 16, MAX_SOURCE_BYTES])('may have as many bytes as maxBytes says: %i', (maxBytes) => {
    const body = (length: number): Uint8Array => encode(' '.repeat(length - 1) + '7');
    for (const source of [{ ...selector, maxBytes }, { maxBytes }]) {
      expect(reasonOf(() => readNumber(body(maxBytes), source))).toEqual({ mantissa: 7n, exponent: 0 });
      expect(reasonOf(() => readNumber(body(maxBytes + 1), source))).toBe('body_too_large');
    }
  });

  it.each([
    [undefined, 100_000],
    [1_000, 100_000],
    [DEFAULT_SOURCE_BYTES + 1, 200_000],
    [3 * DEFAULT_SOURCE_BYTES, 300_000],
    [MAX_SOURCE_BYTES, 400_000],
  ])('of maxBytes %s holds at most %i values', (maxBytes, most) => {
    const source = { responseParser: '$[0]', ...(maxBytes === undefined ? {} : { maxBytes }) };
    // The array is a value itself. Where the bytes end before the values do, a text within has them.
    const values = (count: number): string => `[${'1,'.repeat(count - 2)}1]`;
    const fits = encode(values(most)).length <= sourceBytes(source);
    expect(reasonOf(() => readNumber(encode(values(fits ? most : 100)), source))).toEqual({ mantissa: 1n, exponent: 0 });
    expect(reasonOf(() => readNumber(encode(values(most + 1)), source))).toBe(fits ? 'body_not_json' : 'body_too_large');
  });

  it('of maxBytes is told of by the path that it matches', () => {
    const large = encode(`{"a":[${'1,'.repeat(199_999)}1],"b":{}}`);
    expect(matchedPath(large, { responseParser: '$.b.c' })).toBeNull();
    expect(matchedPath(large, { responseParser: '$.b.c', maxBytes: MAX_SOURCE_BYTES })).toBe('$.b');
  });

  it('may not have a byte more', () => {
    const over = encode(' '.repeat(DEFAULT_SOURCE_BYTES) + '7');
    expect(reasonOf(() => readNumber(over, selector))).toBe('body_too_large');
    expect(reasonOf(() => readNumber(over, {}))).toBe('body_too_large');
  });

  it.each([selector, {}])('is refused where it is not UTF-8 (%#)', (chosen) => {
    expect(reasonOf(() => readNumber(Uint8Array.of(0x31, 0xff), chosen))).toBe('body_not_utf8');
  });

  it('may hold half a surrogate pair where no path checks', () => {
    expect(reasonOf(() => readNumber(encode('{"a":"\\ud800","b":1}'), { responseParser: '$.b' }))).toEqual({ mantissa: 1n, exponent: 0 });
  });

  it('is not repeated in an error', () => {
    expect(() => readNumber(encode('"hidden text"'), selector)).toThrow(
      expect.objectContaining({ message: 'selection failed: not_a_number' }),
    );
  });
});

describe('compileSelector', () => {
  it('compiles an expression once while it is among the last 256', () => {
    const first = compileSelector('$.kept');
    expect(compileSelector('$.kept')).toBe(first);
    expect(Object.isFrozen(first)).toBe(true);
    for (let place = 0; place < 256; place += 1) compileSelector(`$.other${place}`);
    expect(compileSelector('$.kept')).not.toBe(first);
    expect(compileSelector('$.kept')).toEqual(first);
  });

  it('keeps no expression of more than 256 characters', () => {
    const long = `$.${'x'.repeat(256)}`;
    expect(compileSelector(long)).not.toBe(compileSelector(long));
  });

  it('refuses a wrong expression every time', () => {
    for (let time = 0; time < 2; time += 1) expect(() => compileSelector('$.a[')).toThrow(SelectorError);
  });
});
