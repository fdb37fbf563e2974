import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findOrFetchRedis, launchRedisCluster, type RedisCluster } from '@oracle-gateway/dev-servers';
import { createTestAuthority } from '@oracle-gateway/dev-servers/test-authority';
import { readServerSentEvents } from '@oracle-gateway/gateway-api/events';
import { parseRoundEvent } from '@oracle-gateway/gateway-api/testing';
import {
  connectRedis,
  createOutbox,
  outboxPrefix,
  roundsOfJob,
  SETTLEMENT_QUEUE,
  settlementQueuePrefix,
  type OutboxConnection,
  type OutboxLocation,
  type SettlementJob,
} from '@oracle-gateway/outbox';
import type { RoundId } from '@oracle-gateway/protocol';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createGateway, type Gateway } from '../src/index.js';
import { fakeLedger } from './fakes/ledger.js';
import { post } from './fakes/post.js';
import { startWorld, type World } from './fakes/world.js';

const PAUSE_MS = 20;
const ATTEMPTS = 3;

let folder: string;
let cluster: RedisCluster;
let location: OutboxLocation;
let world: World;
let gateways: readonly Gateway[];
let urls: readonly string[];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gateway-cluster-'));
  const tls = await (await createTestAuthority(folder)).issue('127.0.0.1');
  const settings = { 'min-replicas-to-write': '1' };
  cluster = await launchRedisCluster({ ...(await findOrFetchRedis()), dataDir: folder, tls, settings });
  const nodes = cluster.servers.map(({ tlsPort: port }) => ({ host: '127.0.0.1', port }));
  location = { kind: 'cluster', nodes, tls: { ca: await readFile(tls.caPath, 'utf8') } };
  world = await startWorld({ nodeCount: 3 });
  const config = {
    ...world.config,
    metrics: { host: '127.0.0.1', port: 0 },
    outbox: { ...world.config.outbox, minReplicas: 1, allowCutOffLoss: true },
  };
  const start = () =>
    createGateway(config, { ...world.secrets, outboxLocation: location }, { ledger: fakeLedger(world.ledger), logger: world.log.logger });
  gateways = await Promise.all([start(), start()]);
  urls = (await Promise.all(gateways.map((gateway) => gateway.listen()))).map(({ url }) => url);
});
afterAll(async () => {
  await Promise.all(gateways.map((gateway) => gateway.close()));
  await world.close();
  await cluster.stop();
  await rm(folder, { recursive: true, force: true });
});

interface Answer {
  readonly request: number;
  readonly roundId: string;
  readonly begunAtMs: number;
}

/** Asks both processes for the same round at the same time, and again after a 503, until `isEnding`. */
async function ask(answers: Answer[], codes: Set<string>, isEnding: () => boolean): Promise<void> {
  for (let request = 0; !isEnding(); request += 1) {
    const body = world.subscriber().request();
    await Promise.all(
      urls.map(async (url) => {
        for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
          const begunAtMs = performance.now();
          const answer = await post(url, body);
          if (answer.status === 200) answers.push({ request, roundId: answer.headers.get('x-round-id') ?? '', begunAtMs });
          else codes.add(String(Reflect.get(answer.body, 'code')));
          if (answer.status !== 503) return;
          await wait(PAUSE_MS);
        }
      }),
    );
  }
}

it('a Redis primary of a Cluster over TLS, killed under load, loses no answered round, serves none twice, and the gateway recovers by itself', async () => {
  const prefix = outboxPrefix(world.gatewayPda);
  const answers: Answer[] = [];
  const codes = new Set<string>();
  let isEnding = false;
  const load = ask(answers, codes, () => isEnding);
  await expect.poll(() => answers.length).toBeGreaterThan(5);

  const primary = await cluster.primaryOf(prefix);
  const killedAtMs = performance.now();
  process.kill(primary.pid, 'SIGKILL');
  await expect.poll(async () => (await cluster.primaryOf(prefix)).port).not.toBe(primary.port);
  // A supervisor starts it again: until then the new primary has no replica, and nothing is answered for.
  await cluster.restart(primary);
  const servedAnew = () => answers.find(({ begunAtMs }) => begunAtMs > killedAtMs);
  await expect.poll(servedAnew).toBeDefined();
  isEnding = true;
  await load;

  expect(new Set(answers.map(({ roundId }) => roundId)).size).toBe(answers.length);
  for (const { roundId } of answers) {
    const record = await fetch(`${urls[0] ?? ''}/v1/rounds/${roundId}`);
    expect([record.status, await record.json()]).toMatchObject([200, { data: { state: 'pending' } }]);
  }
  expect(
    [...codes].filter((code) => !['duplicate_round', 'outbox_unavailable', 'outbox_volatile', 'reservation_ended'].includes(code)),
  ).toEqual([]);
  await expect.poll(async () => (await fetch(`${urls[0] ?? ''}/ready`)).status).toBe(200);
});

/** The rounds that jobs name. Rounds that end within a tenth of a second share a job, and the job's id is the first round's. */
async function wokenRounds(redis: OutboxConnection): Promise<readonly RoundId[]> {
  const queue = `${settlementQueuePrefix(world.gatewayPda)}:${SETTLEMENT_QUEUE}`;
  const ids = await redis.lrange(`${queue}:wait`, 0, -1);
  const jobs = await Promise.all(ids.map((id) => redis.hget(`${queue}:${id}`, 'data')));
  return jobs.flatMap((data) => roundsOfJob(JSON.parse(data ?? '{}') as SettlementJob));
}

it('wakes of workers and events of rounds cross the cluster', async () => {
  const redis = connectRedis(location);
  const outbox = createOutbox({ redis, gateway: world.gatewayPda, identityTtlSeconds: 60, resultTtlSeconds: 60 });
  const [url = '', other = ''] = urls;
  const answer = await post(url, world.subscriber().request());
  const roundId = answer.headers.get('x-round-id') as RoundId;
  await expect.poll(() => wokenRounds(redis)).toContain(roundId);

  const { body } = await fetch(`${other}/v1/rounds/${roundId}/events`);
  if (body === null) throw new Error('expected a stream');
  const events = readServerSentEvents(body);
  const next = async () => {
    const event = await events.next();
    return event.done === true ? null : parseRoundEvent(JSON.parse(event.value.data)).state;
  };
  expect(await next()).toBe('pending');
  const claim = await outbox.claim({ roundId, workerId: 'test', leaseMs: 10_000 });
  if (claim === null) throw new Error('a pending round can be claimed');
  await outbox.settle(claim, { signature: '1'.repeat(64), slot: 9, seenAtSlot: 9, readings: [] });
  expect(await next()).toBe('settled');
  await events.return(undefined);
  redis.disconnect();
});
