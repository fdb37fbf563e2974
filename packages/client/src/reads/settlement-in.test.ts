import { describe, expect, it } from 'vitest';
import type { RoundStatus } from './reads.js';
import { settlementIn } from './settlement-in.js';

const SETTLEMENT = { signature: '5'.repeat(87), slot: 7, final: false };
const PAYMENT = { signature: '5'.repeat(87), slot: null };

function status(state: RoundStatus['state'], more: object = {}): RoundStatus {
  return { roundId: 'Round1', path: 'subscription', state, createdAt: 1, ...more };
}

describe('what a status tells of a settlement', () => {
  it('is its kind and what the ledger has of it', () => {
    expect(settlementIn(status('settled', { settlement: SETTLEMENT }))).toEqual({ kind: 'settled', ...SETTLEMENT });
    expect(settlementIn(status('settled', { settlement: { ...SETTLEMENT, signature: null, slot: null } }))).toMatchObject({
      signature: null,
    });
    expect(settlementIn(status('paid', { payment: PAYMENT }))).toEqual({ kind: 'paid', ...PAYMENT });
  });

  it.each(['reserved', 'pending', 'settling', 'payment_unknown', 'settled', 'paid'] as const)('is nothing yet: %s', (state) => {
    expect(settlementIn(status(state))).toBeUndefined();
  });

  it.each(['failed', 'expired', 'lapsed', 'unpaid'] as const)('is that there will be none: %s', (state) => {
    expect(() => settlementIn(status(state, { reason: 'why' }))).toThrow(
      expect.objectContaining({ name: 'NotSettledError', roundId: 'Round1', state, message: `the round is ${state}: why` }),
    );
  });

  it.each([
    { signature: {} },
    { signature: 'not base58: 0OIl' },
    { signature: '5'.repeat(89) },
    { slot: '7' },
    { slot: -1 },
    { final: 'yes' },
  ])('is refused where it breaks its form: %j', (change) => {
    expect(() => settlementIn(status('settled', { settlement: { ...SETTLEMENT, ...change } }))).toThrow(
      expect.objectContaining({ name: 'TransportError' }),
    );
  });

  it('names the transaction of a payment', () => {
    expect(() => settlementIn(status('paid', { payment: { ...PAYMENT, signature: null } }))).toThrow(
      expect.objectContaining({ name: 'TransportError' }),
    );
  });
});
