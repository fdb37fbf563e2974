import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { age } from '../support/rounds.js';
import { CLOCK_SECONDS, WINDOW_SECONDS, WorkerWorld } from '../support/worker-in-process.js';

const SEVEN_HOURS = 7 * 3_600;

let world: WorkerWorld;
beforeEach(async () => {
  world = await WorkerWorld.open(inject('redisUrl'));
});
afterEach(() => world.close());

async function sweeps(more: number): Promise<void> {
  const count = () => world.rpc.count('getMultipleAccounts');
  const before = count();
  await expect.poll(count).toBeGreaterThanOrEqual(before + more);
}

it('a ledger whose clock jumps by seven hours ends no round', async () => {
  world.rpc.onBroadcast = () => Promise.resolve('lose');
  const rounds = await world.pendingRounds(5);
  world.rpc.setClock(CLOCK_SECONDS + SEVEN_HOURS);
  await (await world.startWorker()).listen();
  await sweeps(20);
  expect(await world.outbox.statistics()).toMatchObject({ pending: 5, totals: { lapsed: 0 } });
  world.rpc.setClock(CLOCK_SECONDS);
  world.rpc.onBroadcast = () => Promise.resolve('land');
  await world.untilSettled(rounds.length);
});

it('a single wrong answer about an old round ends nothing: the second check disagrees', async () => {
  world.rpc.onBroadcast = () => Promise.resolve({ refuse: 6_034 });
  const [round] = await world.pendingRounds(1);
  await age(world.redis, round!.roundId, WINDOW_SECONDS * 1_000);
  await (await world.startWorker()).listen();
  await world.untilRecord(round!.roundId, ({ parked }) => parked);
  world.rpc.setClock(CLOCK_SECONDS + SEVEN_HOURS);
  await world.untilRecord(round!.roundId, ({ claimUntilMs }) => claimUntilMs !== undefined);
  world.rpc.setClock(CLOCK_SECONDS);
  await world.untilRecord(round!.roundId, ({ claimUntilMs }) => claimUntilMs === undefined);
  expect(await world.outbox.read(round!.roundId)).toMatchObject({ state: 'pending', parked: true });
});

it('a round that is too old by every clock, and stays so, lapses, parked or not', async () => {
  world.rpc.onBroadcast = () => Promise.resolve({ refuse: 6_034 });
  const [round] = await world.pendingRounds(1);
  await age(world.redis, round!.roundId, WINDOW_SECONDS * 1_000);
  await (await world.startWorker()).listen();
  await world.untilRecord(round!.roundId, ({ parked }) => parked);
  world.rpc.setClock(CLOCK_SECONDS + WINDOW_SECONDS + 1);
  const record = await world.untilRecord(round!.roundId, ({ state }) => state === 'lapsed');
  expect(record).toMatchObject({ reason: 'settlement_window_passed', parked: false });
});
