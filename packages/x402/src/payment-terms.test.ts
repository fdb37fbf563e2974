import { parseAddress } from '@oracle-gateway/protocol';
import { describe, expect, it } from 'vitest';
import { paymentTerms, type PaymentTermsInput } from './payment-terms.js';

const INPUT: PaymentTermsInput = {
  network: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  amountAtomic: 3_000n,
  mint: parseAddress('4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU'),
  treasuryOwner: parseAddress('SysvarC1ock11111111111111111111111111111111'),
  feePayer: 'Stake11111111111111111111111111111111111111',
  memo: '7c9e03aeaf04af14b0eb7e5017b0d643',
};

describe('payment terms', () => {
  it('are one option of the interface document, and nothing else', () => {
    expect(paymentTerms(INPUT)).toEqual({
      scheme: 'exact',
      network: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
      amount: '3000',
      asset: '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU',
      payTo: 'SysvarC1ock11111111111111111111111111111111',
      maxTimeoutSeconds: 60,
      extra: { feePayer: 'Stake11111111111111111111111111111111111111', memo: '7c9e03aeaf04af14b0eb7e5017b0d643' },
    });
  });

  it('suggest the time that the operator names', () => {
    expect(paymentTerms({ ...INPUT, maxTimeoutSeconds: 45 }).maxTimeoutSeconds).toBe(45);
  });

  it('name amounts beyond 2^53 exactly, and none beyond 2^64 − 1', () => {
    expect(paymentTerms({ ...INPUT, amountAtomic: 2n ** 64n - 1n }).amount).toBe('18446744073709551615');
    for (const amountAtomic of [-1n, 2n ** 64n]) expect(() => paymentTerms({ ...INPUT, amountAtomic })).toThrow(RangeError);
  });
});
