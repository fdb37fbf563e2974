#!/usr/bin/env node
// What a served round costs in the outbox, by the servers that must have it before its caller hears the answer. Then the rounds a second that shards
// serve beside each other. Real servers on loopback; needs the built packages. Client and servers share the machine.
// usage: node bench/redis-throughput.mjs [--seconds 3]
import { findOrFetchRedis, launchRedisCluster, launchRedisSentinels } from '@oracle-gateway/dev-servers';
import { openRival, sampleAddress, samplePayload, sampleRoundId } from '@oracle-gateway/outbox/testing';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { fixed, machine, row } from './world/figures.mjs';

const { values: flags } = parseArgs({ options: { seconds: { type: 'string', default: '3' } } });
const runMs = Number(flags.seconds) * 1_000;
const HOLDS = [{ quotaKey: 'subscription:any', units: 1, available: 10n ** 9n, slot: 1, until: 'settled' }];

async function serve(outbox) {
  const roundId = sampleRoundId();
  const reserved = await outbox.reserve({ path: 'any', roundId, holds: HOLDS, deadlineMs: 60_000, maxInFlight: 65_536 });
  if (reserved.outcome !== 'reserved') throw new Error(reserved.outcome);
  const startedAt = performance.now();
  await outbox.commit({ roundId, token: reserved.token, settlement: samplePayload(), result: '{}' });
  return performance.now() - startedAt;
}

/** Rounds a second of all shards together, and the time of a commit. */
async function measure(location, { minReplicas, shards, lanes }) {
  const rivals = Array.from({ length: shards }, () => openRival(location, minReplicas, sampleAddress()));
  try {
    for (const { durability, outbox } of rivals) {
      await durability.assertDurable();
      await serve(outbox);
    }
    const times = [];
    const startedAt = performance.now();
    const lane = async ({ outbox }) => {
      while (performance.now() - startedAt < runMs) times.push(await serve(outbox));
    };
    await Promise.all(rivals.flatMap((rival) => Array.from({ length: lanes / shards }, () => lane(rival))));
    const perSecond = (times.length * 1_000) / (performance.now() - startedAt);
    times.sort((one, other) => one - other);
    const at = (share) => times[Math.floor(share * (times.length - 1))];
    return { perSecond, p50: at(0.5), p99: at(0.99) };
  } finally {
    rivals.forEach((rival) => rival.close());
  }
}

const dataDir = await mkdtemp(join(tmpdir(), 'redis-throughput-'));
const options = { ...(await findOrFetchRedis()), dataDir };
console.log(`${machine()}; one client process, ${flags.seconds} s for each row:\n`);
console.log(row(['an answer waits for', 'rounds at once', 'rounds/s', 'commit p50 (ms)', 'p99 (ms)']));
console.log(row(['---', '---', '---', '---', '---']));
const sentinels = await launchRedisSentinels({ ...options, replicas: 2, dataDir: join(dataDir, 'sentinels') });
const location = { kind: 'sentinel', name: sentinels.name, sentinels: sentinels.sentinels, tls: null, sentinelTls: null };
await sentinels.setOnAll('min-replicas-to-write', '2');
for (const lanes of [1, 16, 64]) {
  for (const minReplicas of [0, 1, 2]) {
    const { perSecond, p50, p99 } = await measure(location, { minReplicas, shards: 1, lanes });
    const what = minReplicas === 0 ? 'the disk of the primary' : `the same and ${minReplicas} of 2 replicas`;
    console.log(row([what, lanes, fixed(perSecond, 0), fixed(p50, 1), fixed(p99, 1)]));
  }
}
await sentinels.stop();

const cluster = await launchRedisCluster({ ...options, primaries: 4, replicasPerPrimary: 0, dataDir: join(dataDir, 'cluster') });
const nodes = cluster.servers.map(({ port }) => ({ host: '127.0.0.1', port }));
console.log();
console.log(row(['shards of a cluster of 4 primaries', 'rounds at once', 'rounds/s', 'commit p50 (ms)', 'p99 (ms)']));
console.log(row(['---', '---', '---', '---', '---']));
for (const shards of [1, 2, 4]) {
  const { perSecond, p50, p99 } = await measure({ kind: 'cluster', nodes, tls: null }, { minReplicas: 0, shards, lanes: 64 });
  console.log(row([shards, 64, fixed(perSecond, 0), fixed(p50, 1), fixed(p99, 1)]));
}
await cluster.stop();
await rm(dataDir, { recursive: true, force: true });
