import { findOrFetchRedis, launchRedisServer } from '@oracle-gateway/dev-servers';
import { operations } from '@oracle-gateway/gateway-api';
import { DeploymentMismatchError } from '@oracle-gateway/ledger';
import { connectRedis, outboxPrefix, VolatileOutboxError } from '@oracle-gateway/outbox';
import type { RoundId } from '@oracle-gateway/protocol';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createGateway } from '../src/index.js';
import { fakeLedger } from './fakes/ledger.js';
import { post } from './fakes/post.js';
import { holdNodes, startWorld, type World } from './fakes/world.js';

let world: World;
afterEach(() => world.close());

const SHORT = { observeDeadlineMs: 2_000, signDeadlineMs: 1_500, deadlineMs: 8_000 };

describe('start', () => {
  it('refuses to run on a ledger that was initialised for another network', async () => {
    world = await startWorld();
    const other = { ...world.config, network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' };
    await expect(createGateway(other, world.secrets, { ledger: fakeLedger(world.ledger) })).rejects.toThrow(DeploymentMismatchError);
  });

  it('refuses an outbox that would lose records', async () => {
    world = await startWorld();
    // A server of its own: the other test files run on the shared one meanwhile.
    const dataDir = await mkdtemp(join(tmpdir(), 'gateway-volatile-'));
    const server = await launchRedisServer({ ...(await findOrFetchRedis()), dataDir });
    const redis = connectRedis(server.url);
    await redis.config('SET', 'appendfsync', 'everysec');
    const start = createGateway(world.config, { ...world.secrets, outboxLocation: server.url }, { ledger: fakeLedger(world.ledger) });
    await expect(start).rejects.toThrow(VolatileOutboxError);
    redis.disconnect();
    await server.stop();
    await rm(dataDir, { recursive: true });
  });
});

describe('the mark of served rounds', () => {
  it('lets a gateway notice after a restart that Redis has an older copy', async () => {
    world = await startWorld();
    const folder = await mkdtemp(join(tmpdir(), 'gateway-mark-'));
    const config = {
      ...world.config,
      metrics: { host: '127.0.0.1', port: 0 },
      outbox: { ...world.config.outbox, markPath: join(folder, 'mark.json') },
    };
    const start = () => createGateway(config, world.secrets, { ledger: fakeLedger(world.ledger), logger: world.log.logger });
    const first = await start();
    const { url } = await first.listen();
    expect((await post(url, world.subscriber().request())).status).toBe(200);
    await first.close();

    const second = await start();
    await second.close();
    await world.redis.hset(`${outboxPrefix(world.gatewayPda)}:totals`, 'pending', 0);
    await expect(start()).rejects.toMatchObject({ name: 'VolatileOutboxError', setting: 'totals' });
    await rm(folder, { recursive: true });
  });
});

describe('settlement', () => {
  const job = (world: World, roundId: string): string => `${outboxPrefix(world.gatewayPda)}:settlement:s-${roundId.slice(0, 22)}`;

  it('a served round wakes a worker', async () => {
    world = await startWorld();
    const { headers } = await post(world.url, world.subscriber().request());
    expect((await world.http.call(operations.getReady)).body).toEqual({ status: 'ok' });
    expect((await world.outbox.statistics()).held).toBe(0);
    await expect.poll(() => world.redis.exists(job(world, headers.get('x-round-id') ?? ''))).toBe(1);
  });

  it('with settlement switched off a round is served and held, no worker is woken, and /ready says so', async () => {
    world = await startWorld({ settlementEnabled: false });
    const { status, headers } = await post(world.url, world.subscriber().request());
    const roundId = headers.get('x-round-id') as RoundId;
    const notes = ['settlement is switched off: served rounds are held until an operator releases them'];
    expect(await world.http.call(operations.getReady)).toMatchObject({ status: 200, body: { status: 'ok', notes } });
    await world.gateway.close();
    expect([status, await world.outbox.read(roundId)]).toMatchObject([200, { state: 'pending', held: true }]);
    expect(await world.outbox.due({ limit: 10 })).toEqual([]);
    expect(await world.outbox.held({ limit: 10 })).toEqual([roundId]);
    expect(await world.redis.exists(job(world, roundId))).toBe(0);
  });
});

describe('a client that leaves', () => {
  it('before the round is pending is not charged; its identity stays used', async () => {
    world = await startWorld();
    for (const node of world.nodes) node.fault = 'late-observe';
    const consumer = world.subscriber({ roundsLeft: 1n });
    const request = consumer.request();
    const arrived = Promise.race(world.nodes.map((node) => node.arrival('/v1/observe')));
    const leaving = new AbortController();
    const abandoned = fetch(`${world.url}/v1/round/execute`, { method: 'POST', body: JSON.stringify(request), signal: leaving.signal });
    await arrived;
    leaving.abort();
    await expect(abandoned).rejects.toThrow();
    const line = await world.log.line('round failed', 'client_gone');

    for (const node of world.nodes) node.fault = 'none';
    const { roundId } = JSON.parse(line) as { roundId: RoundId };
    await expect.poll(async () => (await world.outbox.read(roundId))?.state).toBe('failed');
    expect((await post(world.url, request)).status).toBe(409);
    expect((await post(world.url, consumer.request({ timestamp: request.timestamp - 1 }))).status).toBe(200);
    expect(world.log.text()).not.toContain('node fault');
  });
});

describe('an outbox that goes away', () => {
  it('during a round: 503 that names the round and says that its fate is unknown, and the gateway still stops', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'gateway-outbox-'));
    const server = await launchRedisServer({ ...(await findOrFetchRedis()), dataDir });
    world = await startWorld({ redisUrl: server.url, rounds: SHORT });
    const arrived = Promise.race(world.nodes.map((node) => node.arrival('/v1/observe')));
    const open = holdNodes(world);
    const underWay = post(world.url, world.subscriber().request());
    await arrived;
    await server.stop();
    open();
    const refused = await underWay;
    expect([refused.status, refused.body['code']]).toEqual([503, 'outbox_unavailable']);
    expect(refused.headers.get('x-round-id')).toBe(refused.body['roundId']);
    expect((await fetch(`${world.url}/ready`)).status).toBe(503);
    await world.gateway.close();
    await rm(dataDir, { recursive: true });
  });
});

describe('shutdown', () => {
  it('lets a round under way finish and refuses new ones', async () => {
    world = await startWorld();
    const arrived = Promise.race(world.nodes.map((node) => node.arrival('/v1/observe')));
    const open = holdNodes(world);
    const underWay = post(world.url, world.subscriber().request());
    await arrived;
    const closed = world.gateway.close();
    expect(await world.http.call(operations.getHealth)).toMatchObject({ status: 200 });
    open();
    expect((await underWay).status).toBe(200);
    await closed;
    await expect(fetch(`${world.url}/health`)).rejects.toThrow();
  });

  it('is unready first, and serves on until the delay is over', async () => {
    world = await startWorld({ server: { shutdownDelayMs: 60_000 } });
    const { url } = world;
    expect((await fetch(`${url}/ready`)).status).toBe(200);
    const closed = world.gateway.close();
    const unready = await fetch(`${url}/ready`);
    expect([unready.status, await unready.json()]).toMatchObject([503, { reasons: ['the gateway is shutting down'] }]);
    expect((await fetch(`${url}/ready?for=traffic`)).status).toBe(503);
    const served = await post(url, world.subscriber().request());
    expect([served.status, served.headers.get('connection')]).toEqual([200, 'close']);
    // The second signal of an operator who does not want to wait.
    await Promise.all([closed, world.gateway.close()]);
    await expect(fetch(`${url}/health`)).rejects.toThrow();
  });

  it('keeps rounds that were served pending for the workers', async () => {
    world = await startWorld();
    const answer = await post(world.url, world.subscriber().request());
    await world.gateway.close();
    const roundId = answer.headers.get('x-round-id') as RoundId;
    expect(await world.outbox.read(roundId)).toMatchObject({ state: 'pending' });
    expect(await world.outbox.due({ limit: 10 })).toContain(roundId);
  });

  it('a restarted gateway still refuses a replay', async () => {
    world = await startWorld();
    const request = world.subscriber().request();
    expect((await post(world.url, request)).status).toBe(200);
    await world.gateway.close();
    const restarted = await world.sibling();
    expect((await post(restarted.url, request)).status).toBe(409);
    await restarted.close();
  });
});

describe('secrets', () => {
  it('neither the keypair, nor signatures, nor headers of a source reach the log', async () => {
    world = await startWorld({ rounds: SHORT });
    const apiConfig = { url: 'https://api.example.com/private?token=url-token', method: 'GET', headers: { 'X-Api-Key': 'header-secret' } };
    const request = world.subscriber().request({ apiConfig });
    for (const node of world.nodes.slice(0, 2)) node.fault = 'bad-partial';
    expect((await post(world.url, request)).status).toBeLessThan(600);
    await post(world.url, { ...request, authSig: '0xabcdef' });
    await world.gateway.close();
    const log = world.log.text();
    const secrets = ['header-secret', 'url-token', request.authSig ?? '', '0xabcdef', world.keypairText, world.secrets.outboxLocation];
    for (const secret of secrets) expect(log).not.toContain(secret);
    expect(log).toContain('listening');
  });
});
