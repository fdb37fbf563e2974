import { describe, expect, it } from 'vitest';

import { atomicUnits, base58, duration, file, httpUrl, integerIn, oneOf, optional, repeated, toggle, withDefault } from './flag.js';
import { UsageError } from './usage-error.js';

describe('a kind of value', () => {
  it.each([
    [duration, '500ms', 500],
    [duration, '10s', 10_000],
    [duration, '5m', 300_000],
    [duration, '24h', 86_400_000],
    [atomicUnits, '18446744073709551615', 18_446_744_073_709_551_615n],
    [integerIn(1, 64), '64', 64],
    [httpUrl, 'https://host/x', 'https://host/x'],
    [oneOf(['a', 'b'], 'x'), 'b', 'b'],
  ])('reads its form: %#', (kind, text, value) => {
    expect(kind.parse(text)).toEqual(value);
  });

  it.each([
    [duration, '25h'],
    [duration, '0s'],
    [duration, '10'],
    [duration, '-1s'],
    [duration, '1.5s'],
    [atomicUnits, '0'],
    [atomicUnits, '1e3'],
    [atomicUnits, '18446744073709551616'],
    [integerIn(1, 64), '0'],
    [integerIn(1, 64), '65'],
    [integerIn(1, 64), ' 3'],
    [httpUrl, 'ftp://host/'],
    [httpUrl, 'host'],
    [base58, '0OIl'],
    [file, ''],
    [oneOf(['a', 'b'], 'x'), 'c'],
  ])('refuses any other: %#', (kind, text) => {
    expect(kind.parse(text)).toBeUndefined();
  });
});

describe('a flag', () => {
  it('that breaks its rule says the rule and repeats no value', () => {
    const read = () => optional(integerIn(1, 64), 'how many').read('quorum', ['seventy']);
    expect(read).toThrow(new UsageError('--quorum', 'must be a whole number 1..64'));
  });

  it('that is absent has its default, nothing, or false', () => {
    expect(withDefault(integerIn(1, 64), 3, 'how many').read('n', [])).toBe(3);
    expect(optional(integerIn(1, 64), 'how many').read('n', [])).toBeUndefined();
    expect(toggle('whether').read('n', [])).toBe(false);
    expect(repeated(file, 'which').read('n', [])).toEqual([]);
  });

  it('that may be repeated has every value', () => {
    expect(repeated(file, 'which').read('n', ['a', 'b'])).toEqual(['a', 'b']);
  });
});
