import { sampleRoundId } from '@oracle-gateway/outbox/testing';
import type { RoundId } from '@oracle-gateway/protocol';
import { expect, it } from 'vitest';
import { createLookTurns, type LookOutcome } from './look-turns.js';

/** Turns over a list that changes as looks end. */
function turnsOver(length: number, look: (roundId: RoundId, place: number) => LookOutcome, callsPerLook = 1) {
  const all = Array.from({ length }, () => sampleRoundId());
  let listed = all;
  const looked: number[] = [];
  const turns = createLookTurns({
    callsPerSweep: 100,
    quickLooks: 1_000,
    list: ({ limit, skip }) => Promise.resolve(listed.slice(skip, skip + limit)),
    look(roundId, budget) {
      const place = all.indexOf(roundId);
      looked.push(place);
      for (let call = 0; call < callsPerLook; call += 1) budget.take();
      const outcome = look(roundId, place);
      if (outcome === 'left') listed = listed.filter((other) => other !== roundId);
      return Promise.resolve(outcome);
    },
  });
  return { looked, turns };
}

it('each round of a long list gets its turn before any gets another', async () => {
  const { looked, turns } = turnsOver(230, () => 'stays');
  for (let sweep = 0; sweep < 3; sweep += 1) await turns();
  expect(looked).toEqual(Array.from({ length: 230 }, (_, place) => place));
});

it('rounds that leave the list make none of the others wait', async () => {
  const { looked, turns } = turnsOver(150, (_roundId, place) => (place % 2 === 0 ? 'left' : 'stays'));
  await turns();
  await turns();
  expect(looked).toEqual(Array.from({ length: 150 }, (_, place) => place));
});

it('a sweep ends with its calls, and the next goes on behind it', async () => {
  const { looked, turns } = turnsOver(30, () => 'stays', 10);
  expect([await turns(), await turns(), await turns()]).toEqual([100, 100, 100]);
  expect(looked).toEqual(Array.from({ length: 30 }, (_, place) => place));
});
