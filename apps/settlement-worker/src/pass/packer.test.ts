import type { Claim } from '@oracle-gateway/outbox';
import { beforeEach, expect, it } from 'vitest';
import { GATEWAY_AUTHORITY, sampleRound } from '../../tests/support/rounds.js';
import { solePayer } from '../../tests/support/sole-payer.js';
import { endOfWaitMs, newlyClaimed, type ClaimedRound } from './claimed-round.js';
import { createClaimedRounds } from './claimed-rounds.js';
import { createPacker, type Packer } from './packer.js';
import type { PassDeps } from './pass-deps.js';

let nowMs: number;
let sent: (readonly ClaimedRound[])[];
let packer: Packer;
beforeEach(() => {
  nowMs = 0;
  sent = [];
  const payers = solePayer({ address: GATEWAY_AUTHORITY, sign: () => Promise.resolve(new Uint8Array(64)) });
  const deps = { ledger: { priorityFee: { current: () => 0n } }, gatewayAuthority: GATEWAY_AUTHORITY, payers, monotonicMs: () => nowMs };
  packer = createPacker(deps as unknown as PassDeps, {
    rounds: createClaimedRounds(100),
    // Sent transactions are recorded here and not carried out.
    writes: {
      act: () => undefined,
      write: (rounds) => void sent.push(rounds),
      giveBack: () => undefined,
      finished: () => Promise.resolve(),
    },
  });
});

/** Rounds of subscriptions of their own: three share a transaction. */
function roundsThat({ mayWaitMs }: { readonly mayWaitMs: number }, count: number): readonly ClaimedRound[] {
  return Array.from({ length: count }, () => {
    const { roundId, payload, proof } = sampleRound();
    const claim = { roundId, settlement: payload, holds: [], broadcasts: [], attempts: 0 } as unknown as Claim;
    return newlyClaimed({ claim, proof, purpose: 'settle', mayWaitMs, claimedAtMs: nowMs, leaseUntilMs: 20_000 });
  });
}

const PACKING = { limit: 10, mayWait: true, isOutdated: false };

it('a full transaction is sent at once; rounds that fill none wait where they may', () => {
  const rounds = roundsThat({ mayWaitMs: 2_000 }, 4);
  expect(packer.send(rounds, PACKING)).toBe(0);
  expect(sent.map((pack) => pack.length)).toEqual([3]);
  expect(rounds.filter(({ isWaiting }) => isWaiting)).toEqual([rounds[3]]);
  expect(packer.begun()).toBe(1);
});

it.each([
  ['that may not wait', () => roundsThat({ mayWaitMs: 0 }, 1), PACKING],
  ['of a worker that stops', () => roundsThat({ mayWaitMs: 2_000 }, 1), { ...PACKING, mayWait: false }],
])('a round %s is sent alone', (_name, rounds, packing) => {
  packer.send(rounds(), packing);
  expect(sent.map((pack) => pack.length)).toEqual([1]);
});

it('a round is sent alone when its wait has ended', () => {
  const [round] = roundsThat({ mayWaitMs: 2_000 }, 1);
  if (round === undefined) throw new Error('one was made');
  nowMs = endOfWaitMs(round);
  packer.send([round], PACKING);
  expect(sent).toEqual([[round]]);
});

it('a round that waits is checked again if others were claimed in between', () => {
  const rounds = roundsThat({ mayWaitMs: 2_000 }, 1);
  packer.send(rounds, { ...PACKING, isOutdated: true });
  expect([sent.length, rounds[0]?.isWaiting]).toEqual([0, false]);
});

it('beyond the limit of transactions rounds are left, and their number is returned', () => {
  expect(packer.send(roundsThat({ mayWaitMs: 0 }, 7), { ...PACKING, limit: 2 })).toBe(1);
  expect(sent.map((pack) => pack.length)).toEqual([3, 3]);
  expect(packer.send(roundsThat({ mayWaitMs: 0 }, 2), { ...PACKING, limit: 0 })).toBe(2);
});
