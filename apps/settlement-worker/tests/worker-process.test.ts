import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { findOrFetchRedis, freePort, launchRedisServer } from '@oracle-gateway/dev-servers';
import { createTestAuthority } from '@oracle-gateway/dev-servers/test-authority';
import { World } from './support/world.js';

let world: World;
beforeEach(async () => {
  world = await World.open(inject('redisUrl'), inject('workerBundle'));
});
afterEach(() => world.close());

it('pending rounds are settled once each, however many workers there are', async () => {
  const rounds = await Promise.all(Array.from({ length: 20 }, () => world.pendingRound()));
  const workers = await Promise.all([world.startWorker(), world.startWorker()]);
  await Promise.all(rounds.map(({ roundId }) => Promise.race(workers.map((worker) => worker.untilLogged('settled', { roundId })))));
  expect([...world.rpc.transactionsOf.values()].map(({ size }) => size)).toEqual(Array(20).fill(1));
  expect(await world.outbox.statistics()).toMatchObject({ pending: 0, totals: { settled: 20 } });
});

it('a wake-up settles a full batch without waiting for the interval', async () => {
  const slow = [
    ['settle_interval_seconds = 1', 'settle_interval_seconds = 3600'],
    ['settle_batch_limit = 8', 'settle_batch_limit = 2'],
  ] as const;
  const worker = await world.startWorker(world.toml(slow));
  await worker.untilLogged('listening');
  const rounds = [await world.pendingRound(), await world.pendingRound()];
  for (const round of rounds) await world.wake(round);
  for (const { roundId } of rounds) await worker.untilLogged('settled', { roundId });
});

it('wiping the queue loses no settlement, before a worker starts or while it runs', async () => {
  const first = await world.pendingRound();
  await world.wake(first);
  expect(await world.wipeQueue()).toBeGreaterThan(0);
  const worker = await world.startWorker();
  await worker.untilLogged('settled', { roundId: first.roundId });

  const second = await world.pendingRound();
  await world.wipeQueue();
  await worker.untilLogged('settled', { roundId: second.roundId });
});

it('a round refused to the last attempt is parked, listed, and settled once an operator requeues it', async () => {
  const { roundId } = await world.pendingRound();
  world.rpc.onBroadcast = () => Promise.resolve({ refuse: 6028 });
  const worker = await world.startWorker(world.toml([['settle_max_attempts = 2', 'settle_max_attempts = 1']]));
  await worker.untilLogged('the round is parked: it needs an operator', { roundId });

  expect(await world.operate(['list'])).toBe(`${roundId} attempts=1 reason="instruction 1: WrongGateway (6028)"\n`);
  world.rpc.onBroadcast = () => Promise.resolve('land');
  await world.operate(['requeue', roundId]);
  await worker.untilLogged('settled', { roundId });
});

it('a requeued round is settled now, not at the next interval', async () => {
  const slow = [
    ['settle_interval_seconds = 1', 'settle_interval_seconds = 3600'],
    ['settle_batch_limit = 8', 'settle_batch_limit = 1'],
    ['settle_max_attempts = 2', 'settle_max_attempts = 1'],
  ] as const;
  const { roundId } = await world.pendingRound();
  world.rpc.onBroadcast = () => Promise.resolve({ refuse: 6028 });
  const worker = await world.startWorker(world.toml(slow));
  await worker.untilLogged('the round is parked: it needs an operator', { roundId });
  world.rpc.onBroadcast = () => Promise.resolve('land');
  expect(await world.operate(['requeue', 'all'])).toBe('1 rounds are tried again\n');
  await worker.untilLogged('settled', { roundId });
});

it('with settlement disabled rounds stay pending and statistics are served, and SIGHUP ends nothing', async () => {
  const { roundId } = await world.pendingRound();
  const port = await freePort();
  const worker = await world.startWorker(`${world.toml([['enabled = true', 'enabled = false']])}[metrics]\nport = ${port}\n`);
  const { url } = await worker.untilLogged('listening');
  expect(url).toBe(`http://127.0.0.1:${port}`);
  expect(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()).toContain('oracle_settlement_rounds');
  worker.reload();
  await worker.untilLogged('SIGHUP changes nothing: the configuration is read at the start; restart the process to apply a new one');
  expect(await worker.end('SIGTERM')).toBe(0);
  expect((await world.outbox.read(roundId))?.state).toBe('pending');
  expect(world.rpc.broadcasts).toEqual([]);
});

describe('an orderly stop', () => {
  it('finishes the settlement that is running', async () => {
    const { roundId } = await world.pendingRound();
    const broadcast = world.holdBroadcast();
    const worker = await world.startWorker();
    await broadcast.arrived;
    const ended = worker.end('SIGTERM');
    broadcast.answer('land');
    expect(await ended).toBe(0);
    expect((await world.outbox.read(roundId))?.state).toBe('settled');
  });

  it('lets go of a round whose transaction is not seen, for the next worker to find out', async () => {
    const { roundId } = await world.pendingRound();
    const broadcast = world.holdBroadcast();
    const worker = await world.startWorker();
    await broadcast.arrived;
    world.rpc.onBroadcast = () => Promise.resolve('lose');
    const ended = worker.end('SIGTERM');
    broadcast.answer('lose');
    expect(await ended).toBe(0);
    expect(await world.outbox.read(roundId)).toMatchObject({ state: 'pending', attempts: 0, broadcasts: [{}] });
    expect(await world.outbox.claim({ roundId, workerId: 'next', leaseMs: 0, early: true })).not.toBeNull();
  });
});

it('check-config tells whose rounds it would settle, and starts nothing', async () => {
  const worker = await world.startWorker(world.toml([['db_path = "redis://', 'db_path = "redis://user:hunter2@no-such-host.invalid']]), [
    'check-config',
  ]);
  expect(await worker.exited).toBe(0);
  expect(worker.output).toMatch(
    /: valid\n +program +\S+\n +network +solana:\S+\n +gateway account +\S+\n +gateway key +\S+\n +paying accounts +\S+\n$/,
  );
  expect(worker.output).not.toMatch(/hunter2/);
});

describe('a worker that must not run ends with a reason and no secret', () => {
  it.each([
    ['a program of another network', 'network = "solana:', 'network = "solana:x', /solana\.network/],
    ['an unknown key', 'enabled = true', 'enable = true', /settlement\.enable: is not a known member/],
    ['an outbox location of another kind', 'db_path = "redis://', 'db_path = "http://user:hunter2@', /settlement\.db_path: must be a URL/],
  ])('%s', async (_name, line, by, reason) => {
    const worker = await world.startWorker(world.toml([[line, by]]));
    expect(await worker.exited).toBe(1);
    expect(worker.output).toMatch(reason);
    expect(worker.output).not.toMatch(/hunter2/);
  });

  it('a ledger that does not answer is waited for, and told without its URL', async () => {
    const worker = await world.startWorker(world.toml([[world.rpc.url, `http://127.0.0.1:${await freePort()}/key-hunter2`]]));
    const { err } = await worker.untilLogged('does not answer; rounds wait', { part: 'ledger' });
    expect(err).toMatchObject({ message: 'ledger getMultipleAccounts: no usable answer (ECONNREFUSED)' });
    expect(await worker.end('SIGTERM')).toBe(0);
    expect(worker.output).not.toMatch(/hunter2/);
  });
});

it('a round is settled by a worker that reaches Redis by TLS, and a wrong authority is told with its setting', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'worker-tls-'));
  const authority = await createTestAuthority(folder);
  const stranger = await createTestAuthority(folder, 'stranger');
  const tls = await authority.issue('127.0.0.1');
  const server = await launchRedisServer({ ...(await findOrFetchRedis()), dataDir: join(folder, 'redis'), tls });
  // The gateway's end of the outbox takes the plain port of the same server.
  const shielded = await World.open(server.url, inject('workerBundle'));
  const tomlWith = (caPath: string) =>
    `${shielded.toml([[`db_path = "${server.url}"`, `db_path = "rediss://127.0.0.1:${server.tlsPort}"`]])}[redis]\ntls_ca_path = "${caPath}"\n`;
  try {
    const { roundId } = await shielded.pendingRound();
    const refused = await shielded.startWorker(tomlWith(stranger.caPath));
    const trouble = await refused.untilLogged('the outbox has connection trouble');
    expect(trouble['reason']).toContain('redis.tls_ca_path');
    const worker = await shielded.startWorker(tomlWith(authority.caPath));
    await worker.untilLogged('settled', { roundId });
  } finally {
    await shielded.close();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
