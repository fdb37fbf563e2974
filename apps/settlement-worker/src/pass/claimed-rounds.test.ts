import { sampleRoundId } from '@oracle-gateway/outbox/testing';
import type { RoundId } from '@oracle-gateway/protocol';
import { expect, it } from 'vitest';
import { createClaimedRounds, type ClaimedRounds } from './claimed-rounds.js';
import type { ClaimedRound } from './claimed-round.js';

/** Only the id matters. */
function round(roundId: RoundId): ClaimedRound {
  return { claim: { roundId } } as ClaimedRound;
}

function filled(rounds: ClaimedRounds, count: number): readonly RoundId[] {
  return Array.from({ length: count }, () => {
    const roundId = sampleRoundId();
    rounds.begin(roundId);
    rounds.end(roundId, round(roundId));
    return roundId;
  });
}

it('a round is taken once, and rounds that are being claimed take room', () => {
  const rounds = createClaimedRounds(3);
  const roundId = sampleRoundId();
  expect([rounds.begin(roundId), rounds.begin(roundId), rounds.room(), rounds.isEmpty()]).toEqual([true, false, 2, false]);
  rounds.end(roundId, round(roundId));
  expect([rounds.begin(roundId), rounds.room(), rounds.all().length]).toEqual([false, 2, 1]);
  rounds.drop(roundId);
  expect([rounds.room(), rounds.isEmpty()]).toEqual([3, true]);
});

it('a claim that failed gives its room back', () => {
  const rounds = createClaimedRounds(1);
  const roundId = sampleRoundId();
  rounds.begin(roundId);
  rounds.end(roundId, null);
  expect([rounds.room(), rounds.isEmpty()]).toEqual([1, true]);
});

it('a caller that needs room waits until there is enough, at most for all of it', async () => {
  const rounds = createClaimedRounds(3);
  const [first = sampleRoundId(), second = sampleRoundId()] = filled(rounds, 3);
  let ready = 0;
  const waiting = [rounds.untilRoom(2).then(() => (ready += 1)), rounds.untilRoom(100).then(() => (ready += 1))];
  rounds.drop(first);
  await Promise.resolve();
  expect(ready).toBe(0);
  rounds.drop(second);
  await waiting[0];
  expect(ready).toBe(1);
  for (const { claim } of rounds.all()) rounds.drop(claim.roundId);
  await waiting[1];
  expect(ready).toBe(2);
});
