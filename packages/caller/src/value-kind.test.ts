import { describe, expect, it } from 'vitest';

import { base58, duration, file, httpUrl, integerIn, month, oneOf, u64 } from './value-kind.js';

describe('a kind of value', () => {
  it.each([
    [duration, '500ms', 500],
    [duration, '10s', 10_000],
    [duration, '5m', 300_000],
    [duration, '24h', 86_400_000],
    [u64(0n), '0', 0n],
    [u64(1n), '18446744073709551615', 18_446_744_073_709_551_615n],
    [integerIn(1, 64), '64', 64],
    [httpUrl, 'https://host/x', 'https://host/x'],
    [oneOf(['a', 'b'], 'x'), 'b', 'b'],
    [month, '2026-12', '2026-12'],
  ])('reads its form: %#', (kind, text, value) => {
    expect(kind.parse(text)).toEqual(value);
  });

  it.each([
    [duration, '25h'],
    [duration, '0s'],
    [duration, '10'],
    [duration, '-1s'],
    [duration, '1.5s'],
    [u64(1n), '0'],
    [u64(1n), '1e3'],
    [u64(1n), '18446744073709551616'],
    [integerIn(1, 64), '0'],
    [integerIn(1, 64), '65'],
    [integerIn(1, 64), ' 3'],
    [httpUrl, 'ftp://host/'],
    [httpUrl, 'host'],
    [base58, '0OIl'],
    [file, ''],
    [oneOf(['a', 'b'], 'x'), 'c'],
    [month, '2026-13'],
    [month, '2026-1'],
  ])('refuses any other: %#', (kind, text) => {
    expect(kind.parse(text)).toBeUndefined();
  });
});
