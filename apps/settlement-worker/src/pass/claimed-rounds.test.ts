import { sampleRoundId } from '@oracle-gateway/outbox/testing';
import type { RoundId } from '@oracle-gateway/protocol';
import { expect, it } from 'vitest';
import { createHand, type Hand } from './hand.js';
import type { RoundInHand } from './round-in-hand.js';

/** Only the id matters. */
function round(roundId: RoundId): RoundInHand {
  return { claim: { roundId } } as RoundInHand;
}

function filled(hand: Hand, count: number): readonly RoundId[] {
  return Array.from({ length: count }, () => {
    const roundId = sampleRoundId();
    hand.begin(roundId);
    hand.end(roundId, round(roundId));
    return roundId;
  });
}

it('a round is taken once, and rounds that are being claimed take room', () => {
  const hand = createHand(3);
  const roundId = sampleRoundId();
  expect([hand.begin(roundId), hand.begin(roundId), hand.room(), hand.isEmpty()]).toEqual([true, false, 2, false]);
  hand.end(roundId, round(roundId));
  expect([hand.begin(roundId), hand.room(), hand.rounds().length]).toEqual([false, 2, 1]);
  hand.drop(roundId);
  expect([hand.room(), hand.isEmpty()]).toEqual([3, true]);
});

it('a claim that failed gives its room back', () => {
  const hand = createHand(1);
  const roundId = sampleRoundId();
  hand.begin(roundId);
  hand.end(roundId, null);
  expect([hand.room(), hand.isEmpty()]).toEqual([1, true]);
});

it('who needs room waits until there is enough, at most for all of it', async () => {
  const hand = createHand(3);
  const [first = sampleRoundId(), second = sampleRoundId()] = filled(hand, 3);
  let ready = 0;
  const waiting = [hand.untilRoom(2).then(() => (ready += 1)), hand.untilRoom(100).then(() => (ready += 1))];
  hand.drop(first);
  await Promise.resolve();
  expect(ready).toBe(0);
  hand.drop(second);
  await waiting[0];
  expect(ready).toBe(1);
  for (const { claim } of hand.rounds()) hand.drop(claim.roundId);
  await waiting[1];
  expect(ready).toBe(2);
});
