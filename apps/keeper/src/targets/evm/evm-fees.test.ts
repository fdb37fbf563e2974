import fc from 'fast-check';
import { expect, it } from 'vitest';
import { feesOf, gweiOf } from './evm-fees.js';

const GWEI = 1_000_000_000n;

it('a new transaction offers twice the base fee and the tip', () => {
  expect(feesOf({ baseFee: 10n * GWEI, tip: GWEI, capGwei: 100, replaced: null })).toEqual({ maxFee: 21n * GWEI, tip: GWEI });
});

it('a base fee at the cap leaves no room, and neither does a replacement above it', () => {
  expect(feesOf({ baseFee: 100n * GWEI, tip: 0n, capGwei: 100, replaced: null })).toBeNull();
  expect(feesOf({ baseFee: 1n, tip: 0n, capGwei: 100, replaced: { maxFee: 90n * GWEI, tip: GWEI } })).toBeNull();
});

it('no fee is above the cap, no tip above the fee, and nodes take each replacement: both fees rise by an eighth at least', () => {
  const wei = fc.bigInt({ min: 0n, max: 200n * GWEI });
  fc.assert(
    fc.property(wei, wei, fc.integer({ min: 1, max: 500 }), (baseFee, tip, capGwei) => {
      let replaced = feesOf({ baseFee, tip, capGwei, replaced: null });
      for (let raises = 0; replaced !== null && raises < 40; raises += 1) {
        expect(replaced.maxFee <= BigInt(capGwei) * GWEI && replaced.tip <= replaced.maxFee).toBe(true);
        const next = feesOf({ baseFee, tip, capGwei, replaced });
        if (next === null) return;
        expect(next.maxFee * 8n >= replaced.maxFee * 9n && next.tip * 8n >= replaced.tip * 9n).toBe(true);
        replaced = next;
      }
    }),
  );
});

it('gas costs whole gwei, rounded up', () => {
  expect([gweiOf(1n, 1n), gweiOf(50_000n, 2n * GWEI), gweiOf(0n, GWEI)]).toEqual([1n, 100_000n, 0n]);
});
