#!/usr/bin/env node
// Measures the cost of one round in each process, Redis' writers aside: CPU time as the kernel counts it, calls of the RPC server,
// transactions and fees, for each path, mode, set of nodes and quorum. Then rounds a second and latency of the whole world by the cores
// that its processes may use. Then the bytes that a round of each path appends to the file of Redis. Last, shares that travel from machine to
// machine: what a node's main thread takes of an observation, and what Redis takes beside a gateway. The admin command's `plan` and
// docs/capacity.md read the rows. Starts a world for each set of nodes and each number of cores; Linux only.
// usage: node bench/capacity.mjs [--rounds 300] [--warm-up 300] [--concurrency 8] [--only costs|cores|disk|shares] [--nodes 5,13,31,64] [--cores 1,2] [--write]
// `--write` keeps the rows; it renews the measured rows, and leaves the others.

import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { rentLamports } from '@oracle-gateway/ledger';
import { connectRedis } from '@oracle-gateway/outbox';
import { ACCOUNT_BYTES } from '@oracle-gateway/protocol/accounts';
import { request } from './world/undici.mjs';
import { createAsker } from './world/askers.mjs';
import { startBuiltWorld } from './world/built-world.mjs';
import { priceConfig } from './world/caller.mjs';
import { fixed, machine, quantile, row } from './world/measurements.mjs';
import { readMetrics } from './world/metrics.mjs';
import { mainThreadCpuOf } from './world/process-cpu.mjs';
import { awaitNonePending, usageOf } from './world/usage.mjs';

const MEASUREMENTS = fileURLToPath(new URL('../packages/admin/src/capacity/capacity-measurements.json', import.meta.url));
const RECEIPT_LAMPORTS = Number(rentLamports(ACCOUNT_BYTES.roundReceipt));
const ALL_CORES = availableParallelism();
/** One round at a time, for the latency. */
const ALONE_ROUNDS = 60;

/** One set of nodes a world; the first row is the one that others are planned from where a path has no row of its own. */
const CELLS = [
  { nodes: 5, quorum: 3, rows: [['subscription', 'exact'], ['agent', 'exact'], ['x402', 'exact'], ['subscription', 'tolerance']] }, // prettier-ignore
  { nodes: 13, quorum: 9, rows: [['subscription', 'exact'], ['subscription', 'tolerance']] }, // prettier-ignore
  { nodes: 31, quorum: 21, rows: [['subscription', 'exact'], ['subscription', 'tolerance']] }, // prettier-ignore
  // More at once than two cores serve within the nodes' deadlines would fail.
  { nodes: 64, quorum: 43, rows: [['subscription', 'exact'], ['subscription', 'tolerance']], mostAtOnce: 1 }, // prettier-ignore
];
/** All nodes see the same price, so that the modes differ in nothing else. */
const AGGREGATION = { mode: 'tolerance', rule: 'median', maxDeviationBps: 50, maxAgeMs: 30_000, numeric: { type: 'int256', decimals: 8 } };
const OF_MODE = { exact: {}, tolerance: { aggregation: AGGREGATION } };
/** Bytes of a round in Redis, as `node bench/outbox-memory.mjs` counts them. */
const RECORD_BYTES = {
  subscription: { waiting: 1_763, kept: 2_179 },
  agent: { waiting: 1_921, kept: 2_172 },
  x402: { waiting: 2_193, kept: 3_061 },
};

const { values: flags } = parseArgs({
  options: {
    rounds: { type: 'string', default: '300' },
    'warm-up': { type: 'string', default: '300' },
    concurrency: { type: 'string', default: '8' },
    only: { type: 'string' },
    nodes: { type: 'string', default: CELLS.map(({ nodes }) => nodes).join(',') },
    cores: { type: 'string', default: Array.from({ length: ALL_CORES }, (_, place) => place + 1).join(',') },
    write: { type: 'boolean', default: false },
  },
});
const [rounds, warmUp, concurrency] = [Number(flags.rounds), Number(flags['warm-up']), Number(flags.concurrency)];

const kept = JSON.parse(await readFile(MEASUREMENTS, 'utf8'));
const measured = {
  rows: isMeasured('costs') ? await measureCosts() : [],
  cores: isMeasured('cores') ? await measureCores() : [],
  appended: isMeasured('disk') ? await measureAppended() : [],
  shares: isMeasured('shares') ? [await measureShares()] : [],
};
const measurement = {
  ...kept,
  // Bytes are the same on every machine, and shares are kept because they travel.
  machine: flags.only === 'disk' || flags.only === 'shares' ? kept.machine : machine(),
  rows: renewed(kept.rows, measured.rows, ['path', 'mode', 'nodes', 'quorum']).sort((one, other) => placeOf(one) - placeOf(other)),
  cores: renewed(kept.cores, measured.cores, ['cores', 'mode']),
  recordBytes: RECORD_BYTES,
  appendedBytes: { ...kept.appendedBytes, ...Object.fromEntries(measured.appended.map(({ path, bytes }) => [path, bytes])) },
  shares: { ...kept.shares, ...measured.shares[0] },
};
if (flags.write) await writeFile(MEASUREMENTS, `${JSON.stringify(measurement, null, 2)}\n`);
console.log(`${machine()}; ${rounds} rounds of each after ${warmUp}, ${concurrency} at once at most`);
for (const table of [measured.rows, measured.cores, measured.appended, measured.shares].filter(({ length }) => length > 0)) print(table);

async function measureCosts() {
  const rows = [];
  const wanted = flags.nodes.split(',').map(Number);
  for (const { nodes, quorum, rows, mostAtOnce = concurrency } of CELLS.filter((cell) => wanted.includes(cell.nodes))) {
    const atOnce = Math.min(concurrency, mostAtOnce);
    const world = await startBuiltWorld({ launcherFlags: ['--nodes', String(nodes)] });
    try {
      const manifest = await world.readManifest();
      for (const [path, mode] of rows) {
        const measured = await measure(manifest, await askerOf({ path, manifest, mode, quorum }), atOnce);
        rows.push({ path, mode, nodes, quorum, ...measured });
        console.error(JSON.stringify(rows.at(-1)));
      }
    } finally {
      await world.close();
    }
  }
  return rows;
}

function isMeasured(part) {
  return flags.only === undefined || flags.only === part;
}

/** Bytes that a round of each path appends to the file of Redis, and the commands that Redis runs for it, until it is settled. */
async function measureAppended() {
  const [{ nodes, quorum }] = CELLS;
  const world = await startBuiltWorld({ launcherFlags: ['--nodes', String(nodes)] });
  try {
    const manifest = await world.readManifest();
    const redis = connectRedis(manifest.redisUrl);
    const rows = [];
    for (const path of Object.keys(RECORD_BYTES)) {
      const asker = await askerOf({ path, manifest, mode: 'exact', quorum });
      // The last writes about these rounds come while the next ones are served, and theirs after the measurement.
      await serve(asker, rounds, concurrency);
      await awaitNonePending(manifest);
      const [before, commandsBefore] = [await appendedBytes(redis), await commandsOf(redis)];
      await serve(asker, rounds, concurrency);
      await awaitNonePending(manifest);
      const [bytes, commands] = [(await appendedBytes(redis)) - before, (await commandsOf(redis)) - commandsBefore];
      rows.push({ path, bytes: Math.round(bytes / rounds), commands: Number(fixed(commands / rounds, 1)) });
      await asker.close();
      console.error(JSON.stringify(rows.at(-1)));
    }
    redis.disconnect();
    return rows;
  } finally {
    await world.close();
  }
}

/** Shares of CPU time: of an observation in the node's main thread, which signs, and of Redis beside the gateway. */
async function measureShares() {
  const [{ nodes, quorum }] = CELLS;
  const world = await startBuiltWorld({ launcherFlags: ['--nodes', String(nodes)] });
  try {
    const manifest = await world.readManifest();
    const asker = await askerOf({ path: 'subscription', manifest, mode: 'exact', quorum });
    await serve(asker, warmUp, concurrency);
    const before = await sharesUsage(manifest);
    await serve(asker, rounds, concurrency);
    await awaitNonePending(manifest);
    const after = await sharesUsage(manifest);
    await asker.close();
    const spent = (name) => after[name] - before[name];
    return {
      machine: machine(),
      mainThreadOfObservation: Number(fixed(spent('nodesMainMs') / spent('nodesMs'), 2)),
      redisOfGateway: Number(fixed(spent('redisMs') / spent('gatewayMs'), 2)),
    };
  } finally {
    await world.close();
  }
}

async function sharesUsage(manifest) {
  const [used, mainMs] = await Promise.all([usageOf(manifest), mainThreadCpuOf(manifest.pids.nodes)]);
  return { ...used, nodesMainMs: [...mainMs.values()].reduce((sum, ms) => sum + ms, 0) };
}

/** Commands that the server has run, each of a script's too. */
async function commandsOf(redis) {
  const told = (await redis.info('commandstats')).matchAll(/^cmdstat_(?!eval|info)[^:]+:calls=(\d+)/gm);
  return [...told].reduce((sum, [, calls]) => sum + Number(calls), 0);
}

/** Size of the append-only file, which Redis does not write anew below 64 MiB. */
async function appendedBytes(redis) {
  const told = await redis.info('persistence');
  const [, bytes] = /^aof_current_size:(\d+)/m.exec(told) ?? [];
  if (bytes === undefined || !told.includes('aof_rewrite_in_progress:0'))
    throw new Error('Redis has no append-only file, or writes it anew');
  return Number(bytes);
}

/** Every process of the world, and this one, on so many cores. */
async function measureCores() {
  const rows = [];
  const [{ nodes, quorum }] = CELLS;
  for (const cores of flags.cores.split(',').map(Number)) {
    await useCores(cores);
    const world = await startBuiltWorld({ launcherFlags: ['--nodes', String(nodes)] });
    try {
      const manifest = await world.readManifest();
      for (const mode of Object.keys(OF_MODE)) {
        const asker = await askerOf({ path: 'subscription', manifest, mode, quorum });
        await serve(asker, warmUp, concurrency);
        const alone = await latencies(asker);
        const { perSecond, times } = await serve(asker, rounds, concurrency);
        await awaitNonePending(manifest);
        await asker.close();
        rows.push({
          cores,
          mode,
          perSecond: rate(perSecond),
          roundMs: ms(quantile(alone, 0.5)),
          loadedRoundMs: ms(quantile(times, 0.5)),
        });
        console.error(JSON.stringify(rows.at(-1)));
      }
    } finally {
      await world.close();
      await useCores(ALL_CORES);
    }
  }
  return rows;
}

/** Processes that start from now on use the first so many cores, and so does this process. */
async function useCores(count) {
  await promisify(execFile)('taskset', ['--all-tasks', '--cpu-list', '--pid', `0-${count - 1}`, String(process.pid)]);
}

/** The kept rows with the measured ones in their places, then the new ones. */
function renewed(rows, measuredRows, key) {
  const isSame = (one) => (other) => key.every((name) => one[name] === other[name]);
  return [...rows.map((one) => measuredRows.find(isSame(one)) ?? one), ...measuredRows.filter((one) => !rows.some(isSame(one)))];
}

/** Place in the order of the cells. */
function placeOf({ nodes, path, mode }) {
  const places = CELLS.flatMap((cell) => cell.rows.map((names) => [cell.nodes, ...names].join()));
  return places.indexOf([nodes, path, mode].join());
}

function print(rows) {
  const columns = Object.keys(rows[0]);
  console.log(`\n${row(columns)}`);
  console.log(row(columns.map(() => '---')));
  for (const measured of rows) console.log(row(columns.map((name) => String(measured[name]))));
}

function askerOf({ manifest, mode, ...asked }) {
  const configOf = () => ({ ...priceConfig(manifest), ...OF_MODE[mode] });
  return createAsker({ ...asked, manifest, configOf, rounds: 2 * (rounds + warmUp) + ALONE_ROUNDS });
}

function ms(value) {
  return Number(fixed(value, 1));
}

function rate(value) {
  return Number(fixed(value, value < 10 ? 1 : 0));
}

/** Rounds of one path, all settled before and after. */
async function measure(manifest, asker, atOnce) {
  await serve(asker, warmUp, atOnce);
  const aloneMs = await latencies(asker);
  await awaitNonePending(manifest);
  const before = await usage(manifest);
  const { perSecond } = await serve(asker, rounds, atOnce);
  await awaitNonePending(manifest);
  const after = await usage(manifest);
  await asker.close();
  const perRound = (name, digits = 2) => Number(fixed((after[name] - before[name]) / rounds, digits));
  const transactions = after.transactions - before.transactions;
  const spentLamports = Number(before.lamports - after.lamports);
  return {
    gatewayMs: perRound('gatewayMs'),
    observationMs: Number(fixed((after.nodesMs - before.nodesMs) / (after.observations - before.observations), 2)),
    workerMs: transactions === 0 ? 0 : perRound('workerMs'),
    observations: perRound('observations'),
    roundMs: ms(quantile(aloneMs, 0.5)),
    perSecond: rate(perSecond),
    gatewayCalls: perRound('gatewayCalls'),
    workerCalls: transactions === 0 ? 0 : perRound('workerCalls'),
    transactions: perRound('transactions'),
    feeLamports: transactions === 0 ? 0 : Math.round(spentLamports / rounds - RECEIPT_LAMPORTS),
  };
}

/** Asks for so many, `atOnce` side by side: how many a second, and the time of each in ms. */
async function serve(asker, count, atOnce) {
  const times = [];
  let left = count;
  const startedAtMs = performance.now();
  const lane = async () => {
    while (left > 0) {
      left -= 1;
      times.push(await timed(asker));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return { perSecond: (count * 1_000) / (performance.now() - startedAtMs), times };
}

async function latencies(asker) {
  const times = [];
  for (let count = 0; count < ALONE_ROUNDS; count += 1) times.push(await timed(asker));
  return times;
}

async function timed(asker) {
  const startMs = performance.now();
  await asker.ask();
  return performance.now() - startMs;
}

/** CPU time and calls of all processes since their start. */
async function usage(manifest) {
  const [used, ofGateway, ofWorker, lamports] = await Promise.all([
    usageOf(manifest),
    readMetrics(manifest.metricsUrls.gateway),
    readMetrics(manifest.metricsUrls.worker),
    lamportsOf(manifest),
  ]);
  return {
    ...used,
    gatewayCalls: ofGateway(/^oracle_gateway_rpc_calls_total\{.*\} (\d+)$/gm),
    workerCalls: ofWorker(/^oracle_settlement_rpc_calls_total\{.*\} (\d+)$/gm),
    transactions: ofWorker(/^oracle_settlement_transactions_total (\d+)$/gm),
    lamports,
  };
}

async function lamportsOf({ rpcUrl, gatewayAuthority }) {
  const { body } = await request(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getBalance', params: [gatewayAuthority, { commitment: 'confirmed' }] }),
  });
  const { result } = await body.json();
  return BigInt(result.value);
}
