import { describe, expect, it } from 'vitest';
import { knownReason, REFUSED_BEFORE_BROADCAST } from './known-reason.js';

describe('the reason of a refusal', () => {
  it.each(['insufficient_funds', 'settlement_pending', 'invalid_exact_svm_payload_memo_mismatch', 'invalid_exact_svm_transaction_failed'])(
    'is repeated where x402 defines it: %s',
    (reason) => {
      expect(knownReason(reason, 'otherwise')).toBe(reason);
    },
  );

  it.each([['connect ECONNREFUSED 127.0.0.1:4021'], ['insufficient_funds: token=abc'], ['INSUFFICIENT_FUNDS'], [''], [null], [5], [{}]])(
    'is not repeated where x402 does not: %j',
    (reason) => {
      expect(knownReason(reason, 'otherwise')).toBe('otherwise');
    },
  );

  it('of a broadcast that failed is not one from before the broadcast', () => {
    expect(REFUSED_BEFORE_BROADCAST.has('invalid_exact_svm_transaction_failed')).toBe(false);
  });
});
