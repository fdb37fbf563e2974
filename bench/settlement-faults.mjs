#!/usr/bin/env node
// Measures the settlement worker with an RPC server that is away, throttled or forgetful. It runs against a world of its own, whose worker is
// replaced by one that talks to the ledger through a proxy; rounds are served by gateway and nodes, which talk to the ledger directly.
// usage: node bench/settlement-faults.mjs [--only outage,outage429,sends429,limit,drops] [--json file]
import { writeFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { endWorkersOf, startWorker } from './settlement/own-worker.mjs';
import { openRpcProxy } from './settlement/rpc-proxy.mjs';
import { awaitSettled, roundsLeft } from './settlement/settled.mjs';
import { startBuiltWorld } from './world/built-world.mjs';
import { createCaller } from './world/caller.mjs';
import { fixed, machine, row } from './world/measurements.mjs';
import { serveRound, serveRounds } from './world/serve-rounds.mjs';

const OUTAGE_SECONDS = 40;
const OUTAGE_ROUNDS = 80;
const LIMIT_PER_SECOND = 40;
const LIMITED_ROUNDS = 150;
const MANY_ROUNDS = 400;
const DROPPED_ONE_IN = 25;
const AT_ONCE = 8;
const TIMEOUT_MS = 240_000;

const scenarios = {
  outage: (stage) => outage(stage, 'connections refused', { begin: () => stage.proxy.refuse(), end: () => stage.proxy.listenAgain() }),
  outage429: (stage) => outage(stage, 'every call 429', { begin: () => stage.proxy.answer429(), end: () => stage.proxy.pass() }),
  sends429: (stage) =>
    outage(stage, 'every send 429', { begin: () => stage.proxy.answer429('sendTransaction'), end: () => stage.proxy.pass() }),
  limit,
  drops,
};

const { values: flags } = parseArgs({ options: { only: { type: 'string' }, json: { type: 'string' } } });
const chosen = flags.only?.split(',') ?? Object.keys(scenarios);
if (!chosen.every((name) => name in scenarios)) throw new Error(`--only: must be some of ${Object.keys(scenarios).join(', ')}`);

const world = await startBuiltWorld();
const results = [];
try {
  const manifest = await world.readManifest();
  const proxy = await openRpcProxy(manifest.rpcUrl);
  const caller = createCaller({ manifest, keyName: 'otherOwner' });
  const stage = { manifest, proxy, caller, owner: caller.owner };
  await endWorkersOf(manifest);
  try {
    for (const name of chosen) {
      const measured = await scenarios[name](stage);
      console.error(`${name}: ${JSON.stringify(measured)}`);
      results.push(...measured);
    }
  } finally {
    await caller.close();
    await proxy.close();
  }
} finally {
  await world.close();
}
console.log(`${machine()}; one worker, settle_interval_seconds 1, blockhashes of 150 slots of 400 ms\n`);
console.log(row(['scenario', 'measured', 'value', 'goal', '', 'besides']));
console.log(row(Array(6).fill('---')));
for (const { scenario, measure, value, goal, isMet, besides } of results) {
  console.log(row([scenario, measure, value, goal, isMet ? 'met' : 'not met', besides]));
}
if (flags.json !== undefined) await writeFile(flags.json, `${JSON.stringify({ machine: machine(), results }, null, 2)}\n`);

/** Two rounds a second from two seconds before the RPC server goes away until it is back. */
async function outage(stage, label, { begin, end }) {
  const { proxy, manifest, owner } = stage;
  const leftBefore = await roundsLeft(manifest, owner);
  const worker = await start(stage);
  try {
    const serving = serveEvenly(stage, OUTAGE_ROUNDS, OUTAGE_SECONDS);
    await wait(2_000);
    await begin();
    await wait(OUTAGE_SECONDS * 1_000);
    const roundIds = await serving;
    const settledBefore = Number(leftBefore - (await roundsLeft(manifest, owner)));
    await end();
    proxy.resetCounts();
    const settled = await awaitSettled({ manifest, owner, roundIds, leftBefore, startMs: performance.now(), timeoutMs: TIMEOUT_MS });
    const { recordsMs } = settled;
    const waiting = roundIds.length - settledBefore;
    return [
      {
        scenario: `RPC away for ${OUTAGE_SECONDS} s (${label}), ${waiting} rounds waiting`,
        measure: 'from its return to the last settlement',
        value: `${seconds(recordsMs)} s`,
        goal: '≤ 10 s',
        isMet: recordsMs !== null && recordsMs <= 10_000,
        besides: `90 % after ${seconds(settled.byThen[0.9])} s; ${proxy.counts().total} calls after the return; records ${JSON.stringify(settled.states)}`,
        raw: { ...settled, counts: proxy.counts() },
      },
    ];
  } finally {
    await worker.stop();
  }
}

async function limit(stage) {
  const { settled, counts } = await settleBacklog(stage, LIMITED_ROUNDS, () => stage.proxy.limitTo(LIMIT_PER_SECOND));
  const perRound = counts.total / LIMITED_ROUNDS;
  return [
    {
      scenario: `${LIMITED_ROUNDS} rounds waiting, RPC limited to ${LIMIT_PER_SECOND} calls/s`,
      measure: 'calls per settled round',
      value: fixed(perRound, 1),
      goal: '≤ 8',
      isMet: settled.recordsMs !== null && perRound <= 8,
      besides: `all settled after ${seconds(settled.recordsMs)} s; ${counts.refused} of ${counts.total} calls answered 429; records ${JSON.stringify(settled.states)}`,
      raw: { ...settled, counts },
    },
  ];
}

async function drops(stage) {
  const without = await settleBacklog(stage, MANY_ROUNDS, () => stage.proxy.pass());
  const withDrops = await settleBacklog(stage, MANY_ROUNDS, () => stage.proxy.dropSends(DROPPED_ONE_IN));
  const ratio = (withDrops.settled.recordsMs ?? Number.NaN) / (without.settled.recordsMs ?? Number.NaN);
  const numbers = ({ settled, counts }) =>
    `${seconds(settled.recordsMs)} s (50 % ${seconds(settled.byThen[0.5])}, 90 % ${seconds(settled.byThen[0.9])}), ${fixed(counts.total / MANY_ROUNDS, 1)} calls a round`;
  return [
    {
      scenario: `${MANY_ROUNDS} rounds waiting, one in ${DROPPED_ONE_IN} sends dropped (${withDrops.counts.dropped})`,
      measure: 'time to settle all, of that without drops',
      value: fixed(ratio, 1),
      goal: '≤ 1.5',
      isMet: ratio <= 1.5 && withDrops.counts.dropped > 0,
      besides: `without ${numbers(without)}; with ${numbers(withDrops)}; records ${JSON.stringify(withDrops.settled.states)}`,
      raw: { without, withDrops },
    },
  ];
}

/** Serves rounds while no worker runs, then lets one settle them. */
async function settleBacklog(stage, count, setFault) {
  const { proxy, manifest, owner } = stage;
  const leftBefore = await roundsLeft(manifest, owner);
  const roundIds = await serveRounds(stage, { count, atOnce: AT_ONCE });
  setFault();
  proxy.resetCounts();
  const startMs = performance.now();
  const worker = await start(stage);
  try {
    const settled = await awaitSettled({ manifest, owner, roundIds, leftBefore, startMs, timeoutMs: TIMEOUT_MS });
    return { settled, counts: proxy.counts() };
  } finally {
    proxy.pass();
    await worker.stop();
  }
}

function start({ manifest, proxy }) {
  return startWorker({ configPath: world.workerConfigPath, manifest, rpcUrl: proxy.url });
}

async function serveEvenly(stage, count, windowSeconds) {
  const rounds = [];
  const startMs = performance.now();
  for (let index = 0; index < count; index += 1) {
    await wait(Math.max(0, startMs + (index * windowSeconds * 1_000) / count - performance.now()));
    rounds.push(serveRound(stage));
  }
  return Promise.all(rounds);
}

function seconds(ms) {
  return ms === null || ms === undefined ? `> ${TIMEOUT_MS / 1_000}` : (ms / 1_000).toFixed(1);
}
