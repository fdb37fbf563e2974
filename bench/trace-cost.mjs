#!/usr/bin/env node
// Measures the cost of traces: rounds a second, and CPU time a round as the kernel counts it, without them and with all or a part of the
// rounds recorded. A world of its own for each (the built apps); they take turns, so that others on the machine hit all alike. Spans go to
// a process that counts them. Linux only.
// usage: node bench/trace-cost.mjs [--rounds 2000] [--warm-up 1000] [--concurrency 8] [--part 0.1]
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startBuiltWorld } from './world/built-world.mjs';
import { createCaller } from './world/caller.mjs';
import { fixed, machine, quantile, row } from './world/measurements.mjs';
import { startOwnProcess } from './world/own-process.mjs';
import { cpuOf } from './world/process-cpu.mjs';
import { serveRounds } from './world/serve-rounds.mjs';

const REGISTER = new URL('../packages/telemetry/dist/register.js', import.meta.url).href;
/** Rounds of one world before the next has its turn. */
const TURN_ROUNDS = 250;
/** Settlements go on for a moment after the last answer, and then the last batch of spans is sent. */
const SETTLE_MS = 3_000;
const EXPORT_DELAY_MS = '1000';
const MS_PER_SECOND = 1_000;

const { values: flags } = parseArgs({
  options: {
    rounds: { type: 'string', default: '2000' },
    'warm-up': { type: 'string', default: '1000' },
    concurrency: { type: 'string', default: '8' },
    part: { type: 'string', default: '0.1' },
  },
});
const [turns, warmUps] = [Number(flags.rounds) / TURN_ROUNDS, Number(flags['warm-up']) / TURN_ROUNDS];
const atOnce = Number(flags.concurrency);

const contenders = [];
try {
  contenders.push(await enter('no traces'));
  contenders.push(await enter('all rounds', '1'));
  contenders.push(await enter(`${flags.part} of the rounds`, flags.part));
  for (let turn = 0; turn < warmUps; turn += 1)
    for (const contender of contenders) await serveRounds(contender, { count: TURN_ROUNDS, atOnce });
  await wait(SETTLE_MS);
  for (const contender of contenders) contender.before = await toldBy(contender.sink);
  for (let turn = 0; turn < turns; turn += 1)
    for (const contender of turn % 2 === 0 ? contenders : contenders.toReversed()) await takeTurn(contender);
  await print();
} finally {
  for (const { caller, world, sink } of contenders) {
    await caller.close();
    await world.close();
    sink?.child.kill();
  }
}

/** A running world; without a ratio its processes load no telemetry. */
async function enter(name, ratio) {
  const sink = ratio === undefined ? undefined : await startOwnProcess('../trace/sink.mjs');
  const environment =
    sink === undefined
      ? {}
      : {
          NODE_OPTIONS: `--import ${REGISTER}`,
          OTEL_EXPORTER_OTLP_ENDPOINT: sink.url,
          OTEL_BSP_SCHEDULE_DELAY: EXPORT_DELAY_MS,
          OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
          OTEL_TRACES_SAMPLER_ARG: ratio,
        };
  const world = await startBuiltWorld({ environment });
  const manifest = await world.readManifest();
  const caller = createCaller({ manifest, keyName: 'subscriptionOwner' });
  return { name, sink, world, manifest, caller, rates: [], cpuMs: { gateway: 0, nodes: 0, worker: 0 } };
}

async function takeTurn(contender) {
  const { gateway, worker, nodes } = contender.manifest.pids;
  const parts = { gateway: [gateway], nodes, worker };
  const pids = Object.values(parts).flat();
  const before = await cpuOf(pids);
  const startMs = performance.now();
  await serveRounds(contender, { count: TURN_ROUNDS, atOnce });
  contender.rates.push((TURN_ROUNDS * MS_PER_SECOND) / (performance.now() - startMs));
  await wait(SETTLE_MS);
  const after = await cpuOf(pids);
  for (const [name, own] of Object.entries(parts))
    contender.cpuMs[name] += own.reduce((sum, pid) => sum + after.get(pid) - before.get(pid), 0);
}

async function toldBy(sink) {
  return sink === undefined ? { spans: 0, bytes: 0 } : (await fetch(sink.url)).json();
}

async function print() {
  const rounds = turns * TURN_ROUNDS;
  console.log(`${machine()}; ${rounds} rounds each, at quorum 3 of 5, ${atOnce} at once, in turns of ${TURN_ROUNDS}\n`);
  console.log(
    row(['', 'rounds/s, median turn', 'fastest turn', 'gateway, CPU ms', 'all nodes', 'worker', 'spans a round', 'bytes a round']),
  );
  console.log(row(Array.from({ length: 8 }, () => '---')));
  for (const { name, rates, cpuMs, sink, before } of contenders) {
    const { spans, bytes } = await toldBy(sink);
    const told = [(spans - before.spans) / rounds, (bytes - before.bytes) / rounds];
    const spent = [cpuMs.gateway, cpuMs.nodes, cpuMs.worker].map((ms) => fixed(ms / rounds, 2));
    console.log(row([name, fixed(quantile(rates, 0.5), 1), fixed(Math.max(...rates), 1), ...spent, fixed(told[0], 1), fixed(told[1])]));
  }
}
