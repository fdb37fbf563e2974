import { quotaKey } from '@oracle-gateway/outbox';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { age, type SampleRound } from './support/rounds.js';
import { CLOCK_SECONDS, WINDOW_SECONDS, WorkerWorld } from './support/worker-in-process.js';

let world: WorkerWorld;
beforeEach(async () => {
  world = await WorkerWorld.open(inject('redisUrl'));
});
afterEach(() => world.close());

async function oneRound(more: { readonly held?: true } = {}): Promise<SampleRound> {
  const [round] = await world.pendingRounds(1, more);
  if (round === undefined) throw new Error('no round');
  return round;
}

/** Whether any worker ever had a claim on the round. */
async function wasClaimed({ roundId }: SampleRound): Promise<boolean> {
  const fields = await world.redis.hmget(`${world.prefix}:round:${roundId}`, 'claim', 'endedClaim');
  return fields.some((field) => field !== null);
}

it('a held round is claimed by no worker, woken or not; released it is settled once', async () => {
  const held = await oneRound({ held: true });
  await (await world.startWorker()).listen();
  for (let others = 0; others < 2; others += 1) {
    const other = await oneRound();
    await world.wake([held, other]);
    await world.untilRecord(other.roundId, ({ state }) => state === 'settled');
  }
  expect(await wasClaimed(held)).toBe(false);
  expect(await world.outbox.statistics()).toMatchObject({ pending: 1, held: 1, parked: 0 });

  expect(await world.outbox.release([held.roundId])).toEqual([held.roundId]);
  await world.untilSettled(3);
  expect(await world.outbox.release([held.roundId])).toEqual([]);
  expect([...world.rpc.transactionsOf.values()].map(({ size }) => size)).toEqual([1, 1, 1]);
  expect((await world.outbox.statistics()).totals.settled).toBe(3);
});

it('a held round lapses when its window is over, and gives its unit back', async () => {
  const { roundId, owner } = await oneRound({ held: true });
  const committed = async () => (await world.outbox.holdTotals(quotaKey('subscription', owner), { holders: 0 })).committed;
  expect(await committed()).toBe(1n);
  await age(world.redis, roundId, WINDOW_SECONDS * 1_000);
  world.rpc.setClock(CLOCK_SECONDS + WINDOW_SECONDS + 1);
  await (await world.startWorker()).listen();
  const record = await world.untilRecord(roundId, ({ state }) => state !== 'pending');
  expect(record).toMatchObject({ state: 'lapsed', reason: 'settlement_window_passed', parked: false });
  expect(await committed()).toBe(0n);
  expect(world.rpc.broadcasts).toEqual([]);
});

it('a worker with settlement disabled claims nothing, due, woken or too old, and tells how many rounds wait and are held', async () => {
  const [due, held] = [await oneRound(), await oneRound({ held: true })];
  const [old] = await world.pendingRounds(1, { timestampSeconds: CLOCK_SECONDS - WINDOW_SECONDS - 1 });
  await age(world.redis, old!.roundId, WINDOW_SECONDS * 1_000);
  const { url } = await (await world.startWorker({ enabled: false })).listen();
  const metrics = async () => (await fetch(`${url ?? ''}/metrics`)).text();
  await expect.poll(metrics).toContain('oracle_settlement_rounds{state="pending"} 3');
  await world.wake([due, held]);
  // Told by a later check than the first.
  await oneRound({ held: true });
  await expect.poll(metrics).toContain('oracle_settlement_rounds{state="held"} 2');
  expect(await Promise.all([due, held, old!].map(wasClaimed))).toEqual([false, false, false]);
  expect(world.rpc.broadcasts).toEqual([]);
});
