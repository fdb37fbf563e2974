#!/usr/bin/env node
// Measures the cost of a served round in the outbox, by what must have it before its caller hears the answer: memory, the primary's disk, a
// replica. Then the rounds a second that shards serve beside each other. Builds take turns, so that others on the machine hit all alike.
// Real servers on loopback; needs the built packages. Client and servers share the machine.
// usage: node bench/redis-throughput.mjs [--from <checkout>] [--turns 9] [--turn-ms 300] [--only waits|shards]
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { findOrFetchRedis, launchRedisCluster, launchRedisSentinels } from '@oracle-gateway/dev-servers';
import { fixed, machine, quantile, row } from './world/measurements.mjs';

const { values: flags } = parseArgs({
  options: {
    from: { type: 'string' },
    turns: { type: 'string', default: '9' },
    'turn-ms': { type: 'string', default: '300' },
    only: { type: 'string' },
  },
});
const [turns, turnMs] = [Number(flags.turns), Number(flags['turn-ms'])];
const HOLDS = [{ quotaKey: 'subscription:any', units: 1, available: 10n ** 9n, slot: 1, until: 'settled' }];
const LANES = [1, 16, 64];
const WAITS = [
  { what: 'memory (`appendfsync everysec`)', appendfsync: 'everysec', minReplicas: 0 },
  { what: 'the disk of the primary (`always`)', appendfsync: 'always', minReplicas: 0 },
  { what: 'the same and 1 of 2 replicas (`WAIT`)', appendfsync: 'always', minReplicas: 1 },
];

const builds = [
  ...(flags.from === undefined ? [] : [{ name: 'before', outbox: await load(flags.from) }]),
  { name: 'now', outbox: await load() },
];
const dataDir = await mkdtemp(join(tmpdir(), 'redis-throughput-'));
const options = { ...(await findOrFetchRedis()), dataDir };
console.log(`${machine()}; one client process, the median of ${turns} turns of ${turnMs} ms for each number`);
if (flags.only !== 'shards') await measureWaits();
if (flags.only !== 'waits') await measureShards();
await rm(dataDir, { recursive: true, force: true });

async function measureWaits() {
  const servers = await launchRedisSentinels({ ...options, replicas: 2, dataDir: join(dataDir, 'sentinels') });
  await servers.setOnAll('min-replicas-to-write', '1');
  const location = { kind: 'sentinel', name: servers.name, sentinels: servers.sentinels, tls: null, sentinelTls: null };
  const columns = ['rounds/s', 'commit p50 ms', 'p99 ms', 'CPU ms'];
  printHeader(['an answer waits for', 'rounds at once', ...columns.flatMap((column) => builds.map(({ name }) => `${column} ${name}`))]);
  for (const lanes of LANES) {
    for (const { what, appendfsync, minReplicas } of WAITS) {
      await servers.setOnAll('appendfsync', appendfsync);
      const open = (build) => [openProcess(build, location, { minReplicas, allowVolatile: appendfsync !== 'always' })];
      const numbers = await inTurns(open, lanes);
      const cells = [['perSecond', 0], ['p50', 1], ['p99', 1], ['cpuMs', 3]].flatMap(([name, digits]) => numbers.map((number) => fixed(number[name], digits))); // prettier-ignore
      console.log(row([what, lanes, ...cells]));
    }
  }
  await servers.stop();
}

async function measureShards() {
  const cluster = await launchRedisCluster({ ...options, primaries: 4, replicasPerPrimary: 0, dataDir: join(dataDir, 'cluster') });
  const location = { kind: 'cluster', nodes: cluster.servers.map(({ port }) => ({ host: '127.0.0.1', port })), tls: null };
  printHeader(['shards of a cluster of 4 primaries', 'rounds at once', 'rounds/s', 'commit p50 ms', 'p99 ms']);
  const build = builds.at(-1);
  for (const shards of [1, 2, 4]) {
    const open = () => Array.from({ length: shards }, () => openProcess(build, location, { minReplicas: 0, allowVolatile: false }));
    const { perSecond, p50, p99 } = (await inTurns(open, 64)).at(-1);
    console.log(row([shards, 64, fixed(perSecond, 0), fixed(p50, 1), fixed(p99, 1)]));
  }
  await cluster.stop();
}

async function load(checkout) {
  const of = (path) =>
    checkout === undefined ? `@oracle-gateway/outbox${path}` : pathToFileURL(join(checkout, 'packages/outbox/dist', path, 'index.js')).href;
  return { ...(await import(of(''))), ...(await import(of('/testing'))) };
}

/** A gateway's connections and outbox, of a shard of its own. */
function openProcess(
  { outbox: { connectRedis, createDurabilityWatch, createOutbox, sampleAddress } },
  location,
  { minReplicas, allowVolatile },
) {
  const gateway = sampleAddress();
  const redis = connectRedis(location);
  const confirming = minReplicas === 0 ? redis : connectRedis(location);
  const durability = createDurabilityWatch({ redis, confirming, gateway, options: { allowVolatile, durability: 'verify', minReplicas } });
  const outbox = createOutbox({ redis, confirming, gateway, identityTtlSeconds: 600, resultTtlSeconds: 600, durability });
  const close = () => [redis, confirming].forEach((connection) => connection.disconnect());
  return { outbox, durability, close };
}

/** The median numbers of each build. */
async function inTurns(open, lanes) {
  const samples = builds.map(() => []);
  for (let turn = 0; turn < turns; turn += 1) {
    const order = turn % 2 === 0 ? [...builds.keys()] : [...builds.keys()].toReversed();
    for (const index of order) samples[index].push(await takeTurn(builds[index], open(builds[index]), lanes));
  }
  const median = (list, name) => quantile(list.map((one) => one[name]), 0.5); // prettier-ignore
  return samples.map((list) => Object.fromEntries(Object.keys(list[0]).map((name) => [name, median(list, name)])));
}

/** Rounds a second of all processes together, the time of a commit, and the client's CPU time of a round. */
async function takeTurn({ outbox: samples }, processes, lanes) {
  try {
    for (const { durability, outbox } of processes) {
      await durability.assertDurable();
      await serve(outbox, samples);
    }
    const times = [];
    const [startedAt, cpuBefore] = [performance.now(), process.cpuUsage()];
    const lane = async ({ outbox }) => {
      while (performance.now() - startedAt < turnMs) times.push(await serve(outbox, samples));
    };
    await Promise.all(processes.flatMap((one) => Array.from({ length: lanes / processes.length }, () => lane(one))));
    const [elapsedMs, { user, system }] = [performance.now() - startedAt, process.cpuUsage(cpuBefore)];
    const perSecond = (times.length * 1_000) / elapsedMs;
    return { perSecond, p50: quantile(times, 0.5), p99: quantile(times, 0.99), cpuMs: (user + system) / 1_000 / times.length };
  } finally {
    processes.forEach(({ durability, close }) => [durability.close(), close()]);
  }
}

async function serve(outbox, { samplePayload, sampleRoundId }) {
  const roundId = sampleRoundId();
  const reserved = await outbox.reserve({ path: 'any', roundId, holds: HOLDS, deadlineMs: 60_000, maxInFlight: 65_536 });
  if (reserved.outcome !== 'reserved') throw new Error(reserved.outcome);
  const startedAt = performance.now();
  await outbox.commit({ roundId, token: reserved.token, settlement: samplePayload(), result: '{}' });
  return performance.now() - startedAt;
}

function printHeader(columns) {
  console.log(`\n${row(columns)}`);
  console.log(row(columns.map(() => '---')));
}
