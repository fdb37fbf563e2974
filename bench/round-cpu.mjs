#!/usr/bin/env node
// Measures the CPU time of a round at its gateway and at a node, as the kernel counts it. Also the time of a round that is asked for alone.
// Each path to pay has its rows. Starts a world of its own (the built apps) for this checkout and for each other one given. They take short turns in pairs, and each
// ratio is of one pair, so that others on the machine hit both alike; medians are told, with the middle half of the values. Linux only.
// usage: node bench/round-cpu.mjs [--from <checkout>]... [--path subscription,agent,x402] [--pairs 24] [--rounds 50] [--alone 5]
// [--warm-up 2000] [--at-once 8] [--quorum 3]
import { parseArgs } from 'node:util';
import { createAsker, PATHS } from './world/askers.mjs';
import { startBuiltWorld } from './world/built-world.mjs';
import { priceConfig } from './world/caller.mjs';
import { fixed, machine, quantile, row } from './world/measurements.mjs';
import { readMetrics } from './world/metrics.mjs';
import { threadsCpuOf } from './world/process-cpu.mjs';

/** The warm-up takes turns too: a process that has rested for longer than another is dearer for a while. */
const WARM_UP_TURN = 500;

const { values: flags } = parseArgs({
  options: {
    from: { type: 'string', multiple: true, default: [] },
    path: { type: 'string', default: PATHS.join(',') },
    pairs: { type: 'string', default: '24' },
    rounds: { type: 'string', default: '50' },
    alone: { type: 'string', default: '5' },
    'warm-up': { type: 'string', default: '2000' },
    'at-once': { type: 'string', default: '8' },
    quorum: { type: 'string', default: '3' },
  },
});
const [pairs, rounds, alone, quorum] = [flags.pairs, flags.rounds, flags.alone, flags.quorum].map(Number);
const [warmUp, atOnce] = [Number(flags['warm-up']), Number(flags['at-once'])];

/** The measures of one turn. */
const MEASURES = {
  gateway: 'gateway, CPU ms a round',
  node: 'a node, CPU ms an observation',
  p50: 'p50 of a round alone, ms',
};

const contenders = [];
try {
  for (const checkout of [...flags.from, undefined]) contenders.push(await enter(checkout));
  const [{ manifest }] = contenders;
  const turns = `${rounds} rounds ${atOnce} at once and ${alone} alone a turn, ${pairs} turns after ${warmUp} rounds`;
  console.log(`${machine()}; quorum ${quorum} of ${manifest.nodes.length} nodes; ${turns}; median (middle half)\n`);
  console.log(row(['path', 'measured', ...contenders.map(({ name }) => name), ...contenders.slice(0, -1).map(({ name }) => `of ${name}`)]));
  console.log(row(['---', '---', ...contenders.map(() => '---'), ...contenders.slice(1).map(() => '---')]));
  for (const path of flags.path.split(',')) report(path, await measure(path));
} finally {
  for (const { world } of contenders) await world.close();
}

/** A running build. */
async function enter(checkout) {
  const world = await startBuiltWorld({ checkout });
  return { name: checkout ?? 'this checkout', checkout, world, manifest: await world.readManifest() };
}

/** The turns of each contender, in the order of the contenders. */
async function measure(path) {
  const asked = { path, quorum, rounds: warmUp + pairs * (rounds + alone) };
  const entered = [];
  for (const { checkout, manifest } of contenders) {
    const asker = await createAsker({ ...asked, checkout, manifest, configOf: () => priceConfig(manifest) });
    entered.push({ asker, manifest, turns: [] });
  }
  for (let left = warmUp; left > 0; left -= WARM_UP_TURN) {
    for (const { asker } of entered) await serve(asker, Math.min(WARM_UP_TURN, left));
  }
  for (let pair = 0; pair < pairs; pair += 1) {
    const order = pair % 2 === 0 ? entered : entered.toReversed();
    const spent = new Map();
    for (const one of order) spent.set(one, await takeTurn(one));
    const times = await aloneInTurns(order);
    for (const one of entered) one.turns.push({ ...spent.get(one), p50: quantile(times.get(one), 0.5) });
  }
  for (const { asker } of entered) await asker.close();
  return entered.map(({ turns }) => turns);
}

/** Rounds, while the other worlds have nothing to do. A round has no part in reading metrics, nor in the garbage of a process that rests. */
async function takeTurn({ asker, manifest }) {
  const seenBefore = await observations(manifest);
  const before = await spentMs(manifest);
  await serve(asker, rounds);
  const after = await spentMs(manifest);
  const seen = (await observations(manifest)) - seenBefore;
  return { gateway: (after.gateway - before.gateway) / rounds, node: (after.nodes - before.nodes) / seen };
}

async function spentMs({ pids: { gateway, nodes } }) {
  const cpu = await threadsCpuOf([gateway, ...nodes]);
  return { gateway: cpu.get(gateway), nodes: nodes.reduce((sum, pid) => sum + cpu.get(pid), 0) };
}

/** Answers to observe that the gateway has had so far. */
async function observations({ metricsUrls }) {
  const read = await readMetrics(metricsUrls.gateway);
  return read(/^oracle_gateway_node_seconds_count\{.*step="observe".*\} (\d+)$/gm);
}

/** One round of each, one after the other. */
async function aloneInTurns(order) {
  const times = new Map(order.map((one) => [one, []]));
  for (let count = 0; count < alone; count += 1) {
    for (const one of count % 2 === 0 ? order : order.toReversed()) {
      const startedMs = performance.now();
      await one.asker.ask();
      times.get(one).push(performance.now() - startedMs);
    }
  }
  return times;
}

async function serve(asker, count) {
  let left = count;
  const lane = async () => {
    while (left > 0) {
      left -= 1;
      await asker.ask();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
}

function report(path, measured) {
  const own = measured.at(-1);
  for (const [measure, text] of Object.entries(MEASURES)) {
    const values = measured.map((turns) => spread(turns.map((turn) => turn[measure])));
    const ratios = measured.slice(0, -1).map((turns) => spread(turns.map((turn, pair) => own[pair][measure] / turn[measure])));
    console.log(row([path, text, ...values, ...ratios]));
  }
}

function spread(values) {
  const [low, middle, high] = [0.25, 0.5, 0.75].map((q) => fixed(quantile(values, q), 2));
  return `${middle} (${low}–${high})`;
}
