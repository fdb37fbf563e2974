import type { Offer } from '@oracle-gateway/client/subscriber';
import { toAddress } from '@oracle-gateway/protocol';
import { describe, expect, it } from 'vitest';
import { costsOf, fateText, solText, untilText } from './account-words.js';

describe('words of an account', () => {
  it('name SOL with six decimals, and never less than what is taken', () => {
    expect([0n, 1n, 7_000n, 2_039_280n, 1_500_000_000n].map(solText)).toEqual([
      '0 SOL',
      '0.000001 SOL',
      '0.000007 SOL',
      '0.00204 SOL',
      '1.5 SOL',
    ]);
  });

  it('name a time with the span to it', () => {
    const nowMs = Date.UTC(2026, 10, 26, 12);
    expect(untilText(BigInt(nowMs / 1_000 + 30 * 86_400), nowMs)).toMatch(/^26 Dec 2026, .*, in 30 days$/);
    expect(untilText(BigInt(nowMs / 1_000 - 300), nowMs)).toMatch(/, 5 min ago$/);
  });

  it('name the price in dollars, and rent only where something is locked', () => {
    const offer: Offer = {
      ...{ kind: 'offer', effects: [], instructions: [], untilSeconds: null, signer: toAddress(new Uint8Array(32)) },
      ...{ priceAtomic: 2_500_000n, rentLamports: 2_039_280n, feeLamports: 7_000n, creates: ['Subscription'] },
    };
    expect(costsOf(offer)).toEqual([
      ['Price', '$2.50'],
      ['Rent', '0.00204 SOL, locked in: Subscription'],
      ['Fee', 'at most 0.000007 SOL'],
    ]);
    expect(costsOf({ ...offer, priceAtomic: 0n, rentLamports: 0n, creates: [] }).map(([name]) => name)).toEqual(['Price', 'Fee']);
  });

  it('tell each outcome, and call only a landed transaction done', () => {
    const fates = [
      { kind: 'landed', signature: 's' },
      { kind: 'refused', signature: 's', reason: 'no funds' },
      { kind: 'failed', signature: 's' },
      { kind: 'expired', signature: 's' },
      { kind: 'unknown', signature: 's', lastBlockHeight: 1 },
    ] as const;
    expect(fates.map((fate) => fateText(fate).isGood)).toEqual([true, false, false, false, false]);
    expect(fateText(fates[1]).text).toContain('no funds');
  });
});
