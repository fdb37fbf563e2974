import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { eventually, ThrowawayRedis } from '@oracle-gateway/dev-servers';
import type { RoundId } from '@oracle-gateway/protocol';
import { Cluster, type Redis } from 'ioredis';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectRedis, createOutbox, outboxPrefix, type Outbox } from '../../src/index.js';
import { sampleAddress, samplePayload, sampleRoundId } from '../../src/testing/index.js';

const gateway = sampleAddress();
const prefix = outboxPrefix(gateway);

let servers: ThrowawayRedis[];
let source: Redis;
let target: Redis;
let cluster: Cluster;
let outbox: Outbox;
let slot: number;

beforeAll(async () => {
  servers = await Promise.all([clusterNode(), clusterNode()]);
  const [first, second] = servers;
  if (first === undefined || second === undefined) throw new Error('two nodes');
  [source, target] = [connectRedis(first.url), connectRedis(second.url)];
  await source.call('CLUSTER', 'ADDSLOTSRANGE', 0, 16_383);
  await source.call('CLUSTER', 'MEET', '127.0.0.1', second.port, await busPort(target));
  await eventually(async () => assert(await areJoined([source, target])));
  const clusterOptions = { maxRedirections: 3, retryDelayOnTryAgain: 20, slotsRefreshInterval: 0 };
  cluster = new Cluster(
    [first, second].map(({ port }) => ({ host: '127.0.0.1', port })),
    clusterOptions,
  );
  outbox = createOutbox({ redis: cluster, gateway, identityTtlSeconds: 60, resultTtlSeconds: 60 });
  slot = Number(await source.call('CLUSTER', 'KEYSLOT', prefix));
});

afterAll(async () => {
  [cluster, source, target].forEach((connection) => connection.disconnect());
  await Promise.all(servers.map((server) => server.end()));
});

async function clusterNode(): Promise<ThrowawayRedis> {
  // The bus port must be named: by default it is the port + 10,000, which may be none.
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  if (address === null || typeof address === 'string') throw new Error('not listening');
  probe.close();
  await once(probe, 'close');
  return ThrowawayRedis.start({ 'cluster-enabled': 'yes', 'cluster-port': String(address.port), 'cluster-require-full-coverage': 'no' });
}

async function busPort(node: Redis): Promise<number> {
  const [, port] = await node.config('GET', 'cluster-port');
  return Number(port);
}

async function areJoined(nodes: readonly Redis[]): Promise<boolean> {
  const infos = await Promise.all(nodes.map((node) => node.cluster('INFO')));
  return infos.every((info) => /cluster_state:ok/.test(info) && /cluster_known_nodes:2/.test(info) && /cluster_slots_ok:16384/.test(info));
}

function reserve(roundId: RoundId) {
  const holds = [{ quotaKey: 'subscription:any', units: 1, available: 100n, slot: 1, until: 'settled' as const }];
  return outbox.reserve({ path: 'subscription', roundId, holds, deadlineMs: 60_000, maxInFlight: 100 });
}

/** Outcome of a reservation while its keys may be on either node. */
function attempt(roundId: RoundId): Promise<string> {
  return reserve(roundId).then(
    ({ outcome }) => outcome,
    () => 'refused by the server',
  );
}

it('while the slot of a shard moves between nodes of a cluster, no identity is reserved twice', async () => {
  const known = sampleRoundId();
  const first = await reserve(known);
  if (first.outcome !== 'reserved') throw new Error(first.outcome);
  const committed = sampleRoundId();
  const second = await reserve(committed);
  if (second.outcome !== 'reserved') throw new Error(second.outcome);
  await outbox.commit({ roundId: committed, token: second.token, settlement: samplePayload(), result: '{}' });

  const [sourceId, targetId] = [await source.call('CLUSTER', 'MYID'), await target.call('CLUSTER', 'MYID')].map(String);
  await target.call('CLUSTER', 'SETSLOT', slot, 'IMPORTING', sourceId ?? '');
  await source.call('CLUSTER', 'SETSLOT', slot, 'MIGRATING', targetId ?? '');
  const keys = await source.cluster('GETKEYSINSLOT', slot, 100);
  expect(keys.length).toBeGreaterThan(5);

  const outcomes = new Set([await attempt(known), await attempt(committed)]);
  for (const key of keys) {
    await source.migrate('127.0.0.1', servers[1]?.port ?? 0, key, 0, 5_000, 'REPLACE');
    outcomes.add(await attempt(known));
    outcomes.add(await attempt(committed));
  }
  expect([...outcomes].filter((outcome) => outcome === 'reserved')).toEqual([]);

  await target.call('CLUSTER', 'SETSLOT', slot, 'NODE', targetId ?? '');
  await source.call('CLUSTER', 'SETSLOT', slot, 'NODE', targetId ?? '');
  await expect.poll(() => attempt(known), { interval: 100 }).toBe('duplicate');
  expect(await attempt(committed)).toBe('duplicate');
  expect(await attempt(sampleRoundId())).toBe('reserved');
});
