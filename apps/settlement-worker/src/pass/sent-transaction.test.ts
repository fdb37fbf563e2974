import { sampleAddress } from '@oracle-gateway/outbox/testing';
import { expect, it } from 'vitest';
import { isOnItsWay, newTransaction, takenOverTransaction, type SentTransaction } from './sent-transaction.js';

const BUILT_AT_MS = 5_000;
const PAYMENT = { payer: sampleAddress(), lamports: 1n };

function sent(members: Partial<SentTransaction> = {}): SentTransaction {
  const built = newTransaction({ signature: 'A', wire: Uint8Array.of(1), isShared: false, payment: PAYMENT, nowMs: BUILT_AT_MS });
  return { ...built, unanswered: 1, timesSent: 1, ...members };
}

it.each([
  ['was just sent', sent(), 999, true],
  ['should have been answered by now', sent(), 1_000, false],
  ['was answered', sent({ unanswered: 0 }), 1, false],
  ['was sent again', sent({ timesSent: 2 }), 1, false],
  ['was not sent yet', sent({ unanswered: 0, timesSent: 0 }), 1, false],
] as const)('a transaction that %s', (_what, transaction, afterMs, isExpected) => {
  expect(isOnItsWay(transaction, BUILT_AT_MS + afterMs)).toBe(isExpected);
});

it('a transaction of an earlier worker may have landed long ago', () => {
  const transaction = takenOverTransaction({ signature: 'A', wire: null, lastValidBlockHeight: 9 }, BUILT_AT_MS);
  expect(isOnItsWay({ ...transaction, unanswered: 1, timesSent: 1 }, BUILT_AT_MS)).toBe(false);
});
