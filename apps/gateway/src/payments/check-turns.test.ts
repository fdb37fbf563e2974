import { sampleRoundId } from '@oracle-gateway/outbox/testing';
import type { RoundId } from '@oracle-gateway/protocol';
import { expect, it } from 'vitest';
import { createCheckTurns, type PaymentCheckOutcome } from './check-turns.js';

/** Turns over a list that changes as checks end. */
function turnsOver(length: number, check: (roundId: RoundId, place: number) => PaymentCheckOutcome, callsPerCheck = 1) {
  const all = Array.from({ length }, () => sampleRoundId());
  let listed = all;
  const checked: number[] = [];
  const turns = createCheckTurns({
    callsPerSweep: 100,
    quickChecks: 1_000,
    list: ({ limit, skip }) => Promise.resolve(listed.slice(skip, skip + limit)),
    check(roundId, budget) {
      const place = all.indexOf(roundId);
      checked.push(place);
      for (let call = 0; call < callsPerCheck; call += 1) budget.take();
      const outcome = check(roundId, place);
      if (outcome === 'left') listed = listed.filter((other) => other !== roundId);
      return Promise.resolve(outcome);
    },
  });
  return { checked, turns };
}

it('each round of a long list gets its turn before any gets another', async () => {
  const { checked, turns } = turnsOver(230, () => 'stays');
  for (let sweep = 0; sweep < 3; sweep += 1) await turns();
  expect(checked).toEqual(Array.from({ length: 230 }, (_, place) => place));
});

it('rounds that leave the list make none of the others wait', async () => {
  const { checked, turns } = turnsOver(150, (_roundId, place) => (place % 2 === 0 ? 'left' : 'stays'));
  await turns();
  await turns();
  expect(checked).toEqual(Array.from({ length: 150 }, (_, place) => place));
});

it('a sweep ends with its calls, and the next goes on behind it', async () => {
  const { checked, turns } = turnsOver(30, () => 'stays', 10);
  expect([await turns(), await turns(), await turns()]).toEqual([100, 100, 100]);
  expect(checked).toEqual(Array.from({ length: 30 }, (_, place) => place));
});
