import type { TransactionStatus } from '@oracle-gateway/ledger';
import { describe, expect, it } from 'vitest';
import { fakeLedger } from '../tests/support/fake-ledger.js';
import { NO_RECEIPT, receiptOf, sampleRound } from '../tests/support/rounds.js';
import { judgeReceipt, reconcile } from './reconcile.js';

const round = sampleRound();
const UNSEEN: TransactionStatus = { kind: 'unseen' };
const LANDED: TransactionStatus = { kind: 'succeeded', slot: 21 };
const FAILED: TransactionStatus = { kind: 'failed', slot: 20, error: { kind: 'transaction', error: 'x' } };

const BROADCASTS = [
  { signature: 'A', lastValidBlockHeight: 100, wire: null },
  { signature: 'B', lastValidBlockHeight: 250, wire: null },
];

/** A ledger that holds `receipt`, knows the statuses and has blocks up to `height`. */
function ledgerAt(
  height: number,
  statuses: readonly TransactionStatus[],
  receipt: Awaited<ReturnType<typeof receiptOf>> | typeof NO_RECEIPT,
  calls: string[] = [],
) {
  return fakeLedger({
    isBlockhashExpired: (lastValid, commitment) => {
      calls.push(`expired at ${commitment}`);
      return Promise.resolve(height > lastValid);
    },
    status: (signature) => {
      calls.push('status');
      return Promise.resolve(statuses[BROADCASTS.findIndex((broadcast) => broadcast.signature === signature)] ?? UNSEEN);
    },
    receipt: () => {
      calls.push('receipt');
      return Promise.resolve(receipt);
    },
  });
}

describe('a receipt with this round’s message proves the settlement', () => {
  it('by the transaction that landed', async () => {
    const ledger = ledgerAt(0, [FAILED, LANDED], receiptOf(round));
    expect(await reconcile(ledger, round.proof, BROADCASTS)).toEqual({ kind: 'settled', signature: 'B', slot: 21 });
  });

  it('by none of ours when all of them are unseen, at the slot of the reading', async () => {
    const ledger = ledgerAt(0, [UNSEEN, UNSEEN], receiptOf(round));
    expect(await reconcile(ledger, round.proof, BROADCASTS)).toEqual({ kind: 'settled', signature: null, slot: 30 });
  });
});

it('an account there proves nothing when it holds another message or belongs to somebody else', async () => {
  const other = receiptOf(round, new Uint8Array(32).fill(9));
  expect(await reconcile(ledgerAt(999, [UNSEEN, UNSEEN], other), round.proof, BROADCASTS)).toEqual({ kind: 'conflict' });
  const foreign = { ...receiptOf(round), ownerMatches: false };
  expect(await reconcile(ledgerAt(999, [UNSEEN, UNSEEN], foreign), round.proof, BROADCASTS)).toEqual({ kind: 'absent' });
});

it.each([
  ['unseen and still valid', 250, [UNSEEN, UNSEEN], 'in_flight'],
  ['unseen and expired', 251, [UNSEEN, UNSEEN], 'absent'],
  ['failed, though still valid', 0, [FAILED, FAILED], 'absent'],
  ['one failed, one still valid', 0, [FAILED, UNSEEN], 'in_flight'],
  ['landed, its receipt not visible yet', 999, [FAILED, LANDED], 'in_flight'],
] as const)('without a receipt, transactions %s: %s', async (_name, height, statuses, kind) => {
  expect(await reconcile(ledgerAt(height, statuses, NO_RECEIPT), round.proof, BROADCASTS)).toEqual({ kind });
});

it('expiry is read at finalized before the statuses, and the receipt last', async () => {
  const calls: string[] = [];
  await reconcile(ledgerAt(999, [UNSEEN, UNSEEN], NO_RECEIPT, calls), round.proof, BROADCASTS);
  expect(calls).toEqual(['expired at finalized', 'status', 'status', 'receipt']);
});

it('a round for which nothing was sent is judged by its receipt alone', async () => {
  const ledger = fakeLedger({ receipt: () => Promise.resolve(NO_RECEIPT) });
  expect(await reconcile(ledger, round.proof, [])).toEqual({ kind: 'absent' });
  expect(await judgeReceipt(ledger, round.proof, { signature: 'A', slot: 1 })).toEqual({ kind: 'in_flight' });
});
