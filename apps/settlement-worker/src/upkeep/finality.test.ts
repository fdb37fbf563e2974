import { toAddress } from '@oracle-gateway/protocol';
import { sampleAddress, samplePayload, sampleRoundId } from '@oracle-gateway/outbox/testing';
import { expect, it } from 'vitest';
import { receiptAccount } from '../../tests/support/program-accounts.js';
import { judgeFinality } from './finality.js';

const programId = toAddress(new Uint8Array(32).fill(1));
const message = sampleAddress();
const round = {
  roundId: sampleRoundId(),
  seenAtSlot: 50,
  settlement: samplePayload({ message, timestampSeconds: 1_000 }),
};
const window = { clockSeconds: 5_000, windowSeconds: 10_000 };
function held(data: Uint8Array, owner = programId) {
  return { owner, lamports: 1n, data };
}

it.each([
  ['its receipt is there', { receipt: held(receiptAccount(message)), slot: 50 }, 'final'],
  ['its receipt is there, read before the slot of the settlement', { receipt: held(receiptAccount(message)), slot: 49 }, 'final'],
  ['no receipt, but the slot is not final yet', { receipt: null, slot: 49 }, 'not_yet'],
  ['no receipt', { receipt: null, slot: 50 }, 'rolled_back'],
  ['an account of another owner', { receipt: held(receiptAccount(message), sampleAddress()), slot: 50 }, 'rolled_back'],
  ['a receipt of another message', { receipt: held(receiptAccount(sampleAddress())), slot: 50 }, 'rolled_back'],
  ['an account of another kind', { receipt: held(new Uint8Array(8)), slot: 50 }, 'rolled_back'],
  ['no receipt, and no clock', { receipt: null, slot: 50, window: null }, 'not_yet'],
  [
    'no receipt, its window passed: it was closed',
    { receipt: null, slot: 50, window: { clockSeconds: 11_001, windowSeconds: 10_000 } },
    'final',
  ],
  [
    'no receipt, its window not quite passed',
    { receipt: null, slot: 50, window: { clockSeconds: 11_000, windowSeconds: 10_000 } },
    'rolled_back',
  ],
] as const)('%s: %o is %s', (_what, read, verdict) => {
  expect(judgeFinality(round, { window, programId, ...read })).toBe(verdict);
});
