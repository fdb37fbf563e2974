#!/usr/bin/env node
// Measures the damage of faults of Redis Cluster and Redis Sentinel to served rounds. Two processes of one gateway serve the same rounds
// while a fault happens. Real servers on loopback; needs the built packages. It prints a markdown table, and fails where a served round is
// lost or served twice.
// usage: node bench/redis-faults.mjs [--only <part of a fault's name>]
import { findOrFetchRedis, launchRedisCluster, launchRedisSentinels } from '@oracle-gateway/dev-servers';
import { outboxPrefix } from '@oracle-gateway/outbox';
import { openRival, RivalLoad, sampleAddress } from '@oracle-gateway/outbox/testing';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { fixed, machine, row } from './world/measurements.mjs';

const { values: flags } = parseArgs({ options: { only: { type: 'string', default: '' } } });

const WARM_UP_ROUNDS = 50;
const AFTER_ROUNDS = 50;
const GIVEN_UP_AFTER_MS = 20_000;
/** A supervisor starts a dead server again after so long. */
const SUPERVISOR_MS = 3_000;
const PAUSE_MS = 5_000;
/** A primary that refuses when it has no replica, as the documentation says. */
const SETTINGS = { 'min-replicas-to-write': '1' };

function kill({ pid }) {
  process.kill(pid, 'SIGKILL');
}

function cluster(replicasPerPrimary) {
  return { kind: 'cluster', replicasPerPrimary };
}

function sentinels(replicas) {
  return { kind: 'sentinel', replicas };
}

/** `strike` makes the fault and resolves when it is over. `recovers`: rounds are served again without an operator. */
const FAULTS = [
  {
    fault: 'Cluster 3+3: a primary is killed, and started again after 3 s',
    servers: cluster(1),
    async strike({ world, prefix }) {
      const primary = await world.primaryOf(prefix);
      kill(primary);
      await wait(SUPERVISOR_MS);
      await world.restart(primary);
    },
  },
  {
    fault: 'Cluster 3+6: a primary is killed, and stays dead',
    servers: cluster(2),
    strike: async ({ world, prefix }) => kill(await world.primaryOf(prefix)),
  },
  {
    fault: 'Cluster 3+3: a primary is killed, and stays dead',
    servers: cluster(1),
    recovers: false,
    strike: async ({ world, prefix }) => kill(await world.primaryOf(prefix)),
  },
  {
    fault: 'Cluster 3+6: a primary hangs for 5 s',
    servers: cluster(2),
    async strike({ world, prefix }) {
      const { pid } = await world.primaryOf(prefix);
      process.kill(pid, 'SIGSTOP');
      await wait(PAUSE_MS);
      process.kill(pid, 'SIGCONT');
    },
  },
  {
    fault: 'Cluster 3+3: the only replica is killed, and started again after 3 s',
    servers: cluster(1),
    async strike({ world, prefix }) {
      const replica = await world.replicaOf(prefix);
      kill(replica);
      await wait(SUPERVISOR_MS);
      await world.restart(replica);
    },
  },
  {
    fault: 'Cluster 3+3: the slot moves to another primary',
    servers: cluster(1),
    strike: async ({ world, prefix }) => world.moveSlotOf(prefix, await world.otherPrimary(prefix)),
  },
  { fault: 'Sentinel 1+2: the primary is killed', servers: sentinels(2), strike: async ({ world }) => kill(await world.primary()) },
  {
    fault: 'Sentinel 1+2: the primary hangs for 5 s',
    servers: sentinels(2),
    async strike({ world }) {
      const { pid } = await world.primary();
      process.kill(pid, 'SIGSTOP');
      await wait(PAUSE_MS);
      process.kill(pid, 'SIGCONT');
    },
  },
];

async function launch({ kind, ...size }, dataDir) {
  const options = { ...(await findOrFetchRedis()), dataDir, settings: SETTINGS, ...size };
  if (kind === 'sentinel') {
    const world = await launchRedisSentinels(options);
    const location = { kind, name: world.name, sentinels: world.sentinels, tls: null, sentinelTls: null };
    return { world, location };
  }
  const world = await launchRedisCluster(options);
  const nodes = world.servers.map(({ port }) => ({ host: '127.0.0.1', port }));
  return { world, location: { kind, nodes, tls: null } };
}

async function judge({ fault, servers, strike, recovers = true }) {
  const dataDir = await mkdtemp(join(tmpdir(), 'redis-faults-'));
  const { world, location } = await launch(servers, dataDir);
  const gateway = sampleAddress();
  const rivals = [openRival(location, 1, gateway), openRival(location, 1, gateway)];
  try {
    await Promise.all(rivals.map(({ durability }) => durability.assertDurable()));
    const load = new RivalLoad(rivals);
    await load.untilServed(WARM_UP_ROUNDS);
    const struckAt = performance.now();
    const [before, refusedBefore] = [load.served.length, load.refused];
    const again = load.untilServedAnew(GIVEN_UP_AFTER_MS).catch(() => null);
    await strike({ world, prefix: outboxPrefix(gateway) });
    await again;
    if (recovers) await load.untilServed(AFTER_ROUNDS);
    await load.end();
    const after = load.served.slice(before).sort((one, other) => one.servedAtMs - other.servedAtMs);
    const { lost, twice } = await load.faults(rivals[0].outbox);
    const isFaulty = lost.length + twice.length > 0 || (recovers && after.length === 0);
    return {
      fault,
      isFaulty,
      silentMs: longestSilence(struckAt, after),
      served: load.served.length,
      refused: load.refused - refusedBefore,
      lost,
      twice,
    };
  } finally {
    rivals.forEach((rival) => rival.close());
    await world.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Longest time without a served round, from the fault on; null: none was served after it. */
function longestSilence(fromMs, served) {
  const times = [fromMs, ...served.map(({ servedAtMs }) => servedAtMs)];
  const gaps = times.slice(1).map((time, index) => time - times[index]);
  // A fault that begins with rounds under way lets a few of them end.
  return gaps.length < AFTER_ROUNDS ? null : Math.max(...gaps);
}

const chosen = FAULTS.filter(({ fault }) => fault.includes(flags.only));
console.log(`${machine()}; Redis with appendfsync always, node timeout and down-after 1 s, outbox.min_replicas = 1:\n`);
console.log(row(['fault', 'longest time without an answer', 'rounds served', 'refused', 'lost', 'served twice']));
console.log(row(['---', '---', '---', '---', '---', '---']));
let isFaulty = false;
for (const each of chosen) {
  const outcome = await judge(each);
  isFaulty ||= outcome.isFaulty;
  const silence = outcome.silentMs === null ? 'until a replica is back' : `${fixed(outcome.silentMs / 1_000, 1)} s`;
  console.log(row([outcome.fault, silence, outcome.served, outcome.refused, outcome.lost.length, outcome.twice.length]));
}
process.exitCode = isFaulty ? 1 : 0;
