import { packExact, packTolerance } from '@oracle-gateway/protocol';
import { expect, it } from 'vitest';
import { packedNumber } from './packed-number.js';

const TOLERANCE = {
  mode: 'tolerance',
  rule: 'median',
  maxDeviationBps: 50,
  maxAgeMs: 5_000,
  numeric: { type: 'int256', decimals: 2 },
} as const;

it.each([
  [-1n, -100n],
  [0n, 0n],
  [5n, 500n],
])('a value of tolerance mode has a sign and the decimals of its source: %s', (mantissa, packed) => {
  expect(packedNumber(packTolerance({ mantissa, exponent: 0 }, 2), TOLERANCE)).toBe(packed);
});

it('a value of exact mode has 18 decimals and no sign', () => {
  expect(packedNumber(packExact({ mantissa: 5n, exponent: -1 }), undefined)).toBe(5n * 10n ** 17n);
  expect(packedNumber(new Uint8Array(32).fill(255), undefined)).toBe(2n ** 256n - 1n);
});
