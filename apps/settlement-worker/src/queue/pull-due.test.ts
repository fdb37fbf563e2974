import { sampleRoundId } from '@oracle-gateway/outbox/testing';
import type { RoundId } from '@oracle-gateway/protocol';
import { expect, it } from 'vitest';
import { createPullStep, type PullDeps } from './pull-due.js';

/** 800 due rounds: the number is the round's timestamp. They became due in an order of their own. */
const AGES: ReadonlyMap<RoundId, number> = new Map(Array.from({ length: 800 }, (_, index) => [sampleRoundId(), (index * 487) % 800]));

async function pulled(halfTimeSeconds: number | null): Promise<readonly number[]> {
  const claimed: RoundId[] = [];
  const due = [...AGES.keys()];
  const byAge = [...AGES].sort(([, a], [, b]) => a - b);
  const deps = {
    outbox: {
      due: ({ limit, skip = 0 }: { limit: number; skip?: number }) =>
        Promise.resolve(due.filter((roundId) => !claimed.includes(roundId)).slice(skip, skip + limit)),
      pendingBefore: ({ timestampSeconds, limit }: { timestampSeconds: number; limit: number }) => {
        const late = byAge.filter(([, age]) => age < timestampSeconds).map(([roundId]) => roundId);
        return Promise.resolve(late.slice(0, limit));
      },
    },
    upstreams: { isUp: () => true, answered: () => undefined },
    pass: {
      room: () => 30,
      untilRoom: () => Promise.resolve(),
      take: (roundIds: readonly RoundId[]) => Promise.resolve(claimed.push(...roundIds)),
    },
    halfTimeSeconds: () => halfTimeSeconds,
  } as unknown as PullDeps;
  await createPullStep(deps)();
  return claimed.map((roundId) => AGES.get(roundId) ?? -1);
}

it('of many due rounds, those past half of their settlement window go first, nearest to its end', async () => {
  const order = await pulled(100);
  expect(order.slice(0, 100)).toEqual(Array.from({ length: 100 }, (_, age) => age));
  expect(order).toHaveLength(800);
});

it.each([
  ['is not known', null],
  ['has no round past its half', 0],
])('while the window %s, the longest waiting go first', async (_name, halfTimeSeconds) => {
  expect(await pulled(halfTimeSeconds)).toEqual([...AGES.values()]);
});
