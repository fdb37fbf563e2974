import { describe, expect, it } from 'vitest';
import { computeUnitPrice, computeUnits, memo, transferChecked, unsigned } from '../tests/transactions.js';
import { readPaymentAuthorization } from './authorization.js';
import { FEE_LIMITS, MAX_FEE_LAMPORTS } from './transaction-fee.js';

type Instructions = Parameters<typeof unsigned>[0];

/** Fee of a payment with these instructions and two signatures. */
function feeOf(...instructions: Instructions): bigint {
  return readPaymentAuthorization(unsigned([...instructions, transferChecked(), memo('m')])).feeLamports;
}

describe('the fee of a payment', () => {
  it('is that of its signatures where it offers nothing for compute units', () => {
    expect(feeOf()).toBe(10_000n);
    expect(feeOf(computeUnits(1_400_000))).toBe(10_000n);
  });

  it('is limit times price beside the signatures, rounded up to a lamport', () => {
    expect(feeOf(computeUnits(20_000), computeUnitPrice(1n))).toBe(10_001n);
    expect(feeOf(computeUnits(20_000), computeUnitPrice(50n))).toBe(10_001n);
    expect(feeOf(computeUnits(20_000), computeUnitPrice(51n))).toBe(10_002n);
  });

  it('is of no more units than a transaction can use, whatever it asks for', () => {
    expect(feeOf(computeUnits(2 ** 32 - 1), computeUnitPrice(5_000_000n))).toBe(10_000n + 7_000_000n);
  });

  it('is of the most units that its instructions can get where it asks for no number of them', () => {
    expect(feeOf(computeUnitPrice(1_000_000n))).toBe(10_000n + 400_000n);
  });

  it('is the largest that several limits and prices can mean', () => {
    const twice = [computeUnits(1), computeUnits(40_000), computeUnitPrice(1n), computeUnitPrice(1_000_000n)];
    expect(feeOf(...twice)).toBe(10_000n + 40_000n);
  });

  it('stays in bounds with the largest price that can be written', () => {
    expect(feeOf(computeUnits(1_400_000), computeUnitPrice(2n ** 64n - 1n))).toBeGreaterThan(2n ** 64n);
  });

  it('is within the limit at the limits of units and price, and above it with one more of either', () => {
    const { maxComputeUnits, maxPriorityFeeMicroLamports } = FEE_LIMITS;
    expect(feeOf(computeUnits(maxComputeUnits), computeUnitPrice(BigInt(maxPriorityFeeMicroLamports)))).toBe(MAX_FEE_LAMPORTS);
    expect(feeOf(computeUnits(maxComputeUnits + 1), computeUnitPrice(BigInt(maxPriorityFeeMicroLamports)))).toBe(MAX_FEE_LAMPORTS + 1n);
    expect(feeOf(computeUnits(maxComputeUnits), computeUnitPrice(BigInt(maxPriorityFeeMicroLamports) + 1n))).toBe(MAX_FEE_LAMPORTS + 1n);
    expect(MAX_FEE_LAMPORTS).toBe(12_000n);
  });
});
