#!/usr/bin/env node
// Measures the growth of a round's cost. First 1, 2 and 4 gateway processes on one keypair, in turns, each with as many rounds at once:
// rounds a second of CPU time, since few cores are busy with one gateway already. Then a world for each set of nodes: what a round costs by
// its quorum. CPU time is what the kernel counts; every round is verified, and settled before the next number is read. Then whole shards
// beside each other: one gateway keypair, with its Redis, its worker and its nodes, and two. Linux only. Exits with 1 where the rates of 1,
// 2 and 4 processes, or of 1 and 2 shards, are further apart than 10 %.
// usage: node bench/scale.mjs [--only gateways|quorums|shards] [--rounds n] [--turns 3] [--concurrency 8] [--nodes 5,13,31,64]
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startBuiltWorld } from './world/built-world.mjs';
import { createCaller } from './world/caller.mjs';
import { fixed, machine, quantile, row } from './world/measurements.mjs';
import { startGateway } from './world/own-gateway.mjs';
import { serveRound, serveRounds } from './world/serve-rounds.mjs';
import { awaitNonePending, usageOf } from './world/usage.mjs';

const { values: flags } = parseArgs({
  options: {
    only: { type: 'string' },
    rounds: { type: 'string' },
    turns: { type: 'string', default: '3' },
    concurrency: { type: 'string', default: '8' },
    nodes: { type: 'string', default: '5,13,31,64' },
  },
});
const [turns, atOnce] = [Number(flags.turns), Number(flags.concurrency)];
/**
 * Rounds of a gateway in one turn, as many however many there are: V8 collects the garbage of a process that rests. A round at quorum 43 takes as
 * much of the machine as ten at quorum 3.
 */
const ROUNDS = { gateways: Number(flags.rounds ?? 400), shards: Number(flags.rounds ?? 400), quorums: Number(flags.rounds ?? 150) };
const PROCESSES = [1, 2, 4];
const SHARDS = [1, 2];
const GOAL = 0.1;
/** Two thirds of the nodes and more. */
const QUORUMS = { 5: 3, 13: 9, 31: 21, 64: 43 };
/** One round at a time, for the latency. */
const ALONE_ROUNDS = 40;
const IDLE_MS = 5_000;
/** More rounds of 64 nodes than two cores serve within the nodes' deadlines would fail. */
const QUORUM_AT_ONCE = 3;
const PARTS = ['gatewayMs', 'nodesMs', 'workerMs', 'redisMs'];

if (isWanted('gateways')) await measureGateways();
if (isWanted('quorums')) await measureQuorums();
if (isWanted('shards')) await measureShards();

function isWanted(part) {
  return flags.only === undefined || flags.only === part;
}

async function measureGateways() {
  const world = await startBuiltWorld();
  const gateways = [];
  try {
    const manifest = await world.readManifest();
    for (let index = 0; index < Math.max(...PROCESSES); index += 1) {
      const gateway = await startGateway({ ...world, name: `bench-gateway-${index}` });
      const caller = createCaller({ manifest: { ...manifest, gatewayUrl: gateway.url }, keyName: 'subscriptionOwner' });
      gateways.push({ ...gateway, caller, manifest });
    }
    // A process compiles what is hot in its first rounds.
    for (const gateway of gateways) await serveRounds(gateway, { count: ROUNDS.gateways, atOnce });
    await awaitNonePending(manifest);
    const resting = await restingOf(manifest, gateways);
    const samples = new Map(PROCESSES.map((count) => [count, []]));
    for (let turn = 0; turn < turns; turn += 1) {
      for (const count of turn % 2 === 0 ? PROCESSES : PROCESSES.toReversed()) {
        // Other ones each turn, so that all are as warm.
        const used = Array.from({ length: count }, (_, place) => gateways[(turn + place) % gateways.length]);
        samples.get(count).push(await takeTurn(manifest, used));
      }
    }
    report(samples, resting.gatewayMs / gateways.length);
  } finally {
    for (const { caller, stop } of gateways) {
      await caller.close();
      await stop();
    }
    await world.close();
  }
}

async function takeTurn(manifest, gateways) {
  const before = await usageOf(manifest, gateways);
  const startedMs = performance.now();
  const rounds = ROUNDS.gateways * gateways.length;
  await Promise.all(gateways.map((gateway) => serveRounds(gateway, { count: ROUNDS.gateways, atOnce })));
  const seconds = (performance.now() - startedMs) / 1_000;
  await awaitNonePending(manifest);
  return { perSecond: rounds / seconds, ...perRound({ before, after: await usageOf(manifest, gateways), rounds, seconds }) };
}

/** CPU milliseconds that the processes take of each second without any round. */
async function restingOf(manifest, gateways) {
  const before = await usageOf(manifest, gateways);
  await wait(IDLE_MS);
  const after = await usageOf(manifest, gateways);
  return Object.fromEntries(PARTS.map((name) => [name, (after[name] - before[name]) / (IDLE_MS / 1_000)]));
}

/** Milliseconds of CPU time a round, without what the processes take without rounds. */
function perRound({ before, after, rounds, seconds, resting = {} }) {
  const spent = Object.fromEntries(PARTS.map((name) => [name, after[name] - before[name] - (resting[name] ?? 0) * seconds]));
  const observations = after.observations - before.observations;
  const allMs = PARTS.reduce((sum, name) => sum + spent[name], 0);
  const each = Object.fromEntries(PARTS.map((name) => [name, spent[name] / rounds]));
  return { ...each, allMs: allMs / rounds, observationMs: spent.nodesMs / observations, observations: observations / rounds };
}

function report(samples, idle) {
  console.log(
    `${machine()}; quorum 3 of 5 nodes, ${turns} turns of ${ROUNDS.gateways} rounds and ${atOnce} at once for each gateway; CPU ms a round, medians\n`,
  );
  printHeader(['gateway processes', 'gateways', 'all nodes', 'worker', 'Redis', 'all', 'rounds a CPU second', 'rounds a second']);
  const rates = [];
  for (const [count, turnsOfCount] of samples) {
    const median = (name) => quantile(turnsOfCount.map((one) => one[name]), 0.5); // prettier-ignore
    rates.push(1_000 / median('allMs'));
    const parts = [...PARTS, 'allMs'].map((name) => fixed(median(name), 2));
    console.log(row([count, ...parts, fixed(rates.at(-1), 1), fixed(median('perSecond'), 0)]));
  }
  const apart = Math.max(...rates) / Math.min(...rates) - 1;
  console.log(
    `\nThe rates are ${fixed(100 * apart, 1)} % apart (goal: at most ${100 * GOAL} %). A gateway without rounds takes ${fixed(idle, 1)} CPU ms a second.\n`,
  );
  if (apart > GOAL) process.exitCode = 1;
}

async function measureQuorums() {
  console.log(
    `${machine()}; ${ROUNDS.quorums} rounds of each after as many, ${QUORUM_AT_ONCE} at once; latency of ${ALONE_ROUNDS} one at a time;\nwithout what the processes take when there are no rounds\n`,
  );
  printHeader([
    'quorum',
    'gateway, CPU ms',
    'of it for a signer',
    'a node, CPU ms',
    'worker',
    'Redis',
    'all',
    'all for a signer',
    'nodes asked',
    'p50 ms',
    'nodes without rounds, CPU ms a second',
  ]);
  for (const nodes of flags.nodes.split(',').map(Number)) {
    const quorum = QUORUMS[nodes];
    const world = await startBuiltWorld({ launcherFlags: ['--nodes', String(nodes)] });
    try {
      const numbers = await measureQuorum(await world.readManifest(), quorum);
      const { gatewayMs, observationMs, workerMs, redisMs, allMs, observations, p50, resting } = numbers;
      const cells = [
        gatewayMs,
        gatewayMs / quorum,
        observationMs,
        workerMs,
        redisMs,
        allMs,
        allMs / quorum,
        observations,
        p50,
        resting.nodesMs,
      ];
      console.log(row([`${quorum} of ${nodes}`, ...cells.map((value) => fixed(value, 2))]));
    } finally {
      await world.close();
    }
  }
}

async function measureQuorum(manifest, quorum) {
  const caller = createCaller({ manifest, keyName: 'subscriptionOwner', signaturesRequired: quorum });
  try {
    await serveRounds({ caller, manifest }, { count: ROUNDS.quorums, atOnce: QUORUM_AT_ONCE });
    const times = [];
    for (let count = 0; count < ALONE_ROUNDS; count += 1) {
      const startMs = performance.now();
      await serveRound({ caller, manifest });
      times.push(performance.now() - startMs);
    }
    await awaitNonePending(manifest);
    const resting = await restingOf(manifest);
    const [before, startedMs] = [await usageOf(manifest), performance.now()];
    await serveRounds({ caller, manifest }, { count: ROUNDS.quorums, atOnce: QUORUM_AT_ONCE });
    await awaitNonePending(manifest);
    const seconds = (performance.now() - startedMs) / 1_000;
    return {
      ...perRound({ before, after: await usageOf(manifest), rounds: ROUNDS.quorums, seconds, resting }),
      p50: quantile(times, 0.5),
      resting,
    };
  } finally {
    await caller.close();
  }
}

/** Worlds that share nothing but the machine: keypair, Redis, worker, nodes and ledger are each shard's own. */
async function measureShards() {
  const shards = [];
  try {
    for (let index = 0; index < Math.max(...SHARDS); index += 1) {
      const world = await startBuiltWorld();
      const manifest = await world.readManifest();
      shards.push({ world, manifest, caller: createCaller({ manifest, keyName: 'subscriptionOwner' }) });
    }
    for (const shard of shards) await serveRounds(shard, { count: ROUNDS.shards, atOnce });
    await Promise.all(shards.map(({ manifest }) => awaitNonePending(manifest)));
    const samples = new Map(SHARDS.map((count) => [count, []]));
    for (let turn = 0; turn < turns; turn += 1) {
      for (const count of turn % 2 === 0 ? SHARDS : SHARDS.toReversed()) {
        const used = Array.from({ length: count }, (_, place) => shards[(turn + place) % shards.length]);
        samples.get(count).push(await takeShardsTurn(used));
      }
    }
    reportShards(samples);
  } finally {
    for (const { caller, world } of shards) {
      await caller.close();
      await world.close();
    }
  }
}

async function takeShardsTurn(shards) {
  const spentMs = async () => {
    const used = await Promise.all(shards.map(({ manifest }) => usageOf(manifest)));
    return used.reduce((sum, one) => sum + PARTS.reduce((parts, name) => parts + one[name], 0), 0);
  };
  const [beforeMs, startedMs] = [await spentMs(), performance.now()];
  await Promise.all(shards.map((shard) => serveRounds(shard, { count: ROUNDS.shards, atOnce })));
  const seconds = (performance.now() - startedMs) / 1_000;
  await Promise.all(shards.map(({ manifest }) => awaitNonePending(manifest)));
  const rounds = ROUNDS.shards * shards.length;
  return { perSecond: rounds / seconds, perCpuSecond: (rounds * 1_000) / ((await spentMs()) - beforeMs) };
}

function reportShards(samples) {
  console.log(
    `${machine()}; quorum 3 of 5 nodes, ${turns} turns of ${ROUNDS.shards} rounds and ${atOnce} at once for each shard; medians\n`,
  );
  printHeader(['shards', 'rounds a second, all', 'rounds a CPU second']);
  const rates = [];
  for (const [count, turnsOfCount] of samples) {
    const median = (name) => quantile(turnsOfCount.map((one) => one[name]), 0.5); // prettier-ignore
    rates.push(median('perCpuSecond'));
    console.log(row([count, fixed(median('perSecond'), 0), fixed(rates.at(-1), 1)]));
  }
  const apart = Math.max(...rates) / Math.min(...rates) - 1;
  console.log(`\nThe rates a CPU second are ${fixed(100 * apart, 1)} % apart (goal: at most ${100 * GOAL} %).\n`);
  if (apart > GOAL) process.exitCode = 1;
}

function printHeader(columns) {
  console.log(row(columns));
  console.log(row(columns.map(() => '---')));
}
