#!/usr/bin/env node
// A round whose nodes are far away: each has a round trip of 20 ms from the gateway, and the source takes 80 ms. It compares the latency with what no
// gateway can avoid: one round trip and the source. Then one node is two seconds slower. The world is on one machine; delaying TCP proxies stand
// between the gateway and its nodes, so any protocol over TCP is measured alike. Builds take turns. Exits with 1 where a goal is missed.
// usage: node bench/wide-area.mjs [--from <checkout>] [--rounds 250] [--warm-up 100] [--concurrency 1] [--round-trip-ms 20] [--source-ms 80]
import { parseArgs } from 'node:util';
import { startBuiltWorld } from './world/built-world.mjs';
import { createCaller, slowConfig } from './world/caller.mjs';
import { startDistantNodes } from './world/distant-nodes.mjs';
import { fixed, machine, quantile, row } from './world/measurements.mjs';
import { readMetrics } from './world/metrics.mjs';
import { startGateway } from './world/own-gateway.mjs';

const { values: flags } = parseArgs({
  options: {
    from: { type: 'string' },
    rounds: { type: 'string', default: '250' },
    'warm-up': { type: 'string', default: '100' },
    concurrency: { type: 'string', default: '1' },
    'round-trip-ms': { type: 'string', default: '20' },
    'source-ms': { type: 'string', default: '80' },
  },
});
const [rounds, warmUp, concurrency] = [Number(flags.rounds), Number(flags['warm-up']), Number(flags.concurrency)];
const [roundTripMs, sourceMs] = [Number(flags['round-trip-ms']), Number(flags['source-ms'])];
const SLOWER_MS = 2_000;
const SLOW_NODE = 1;
const TURN_ROUNDS = 50;
const GOALS = { p50: 1.15, slowP99: 1.5 };

const contenders = [];
try {
  for (const checkout of [...(flags.from === undefined ? [] : [flags.from]), undefined]) contenders.push(await enter(checkout));
  for (const contender of contenders) await serve(contender, warmUp);
  await inTurns('usual');
  for (const { distant } of contenders) await distant.slow(SLOW_NODE, SLOWER_MS);
  await inTurns('slow');
  report();
} finally {
  for (const contender of contenders) await contender.close();
}

async function enter(checkout) {
  const world = await startBuiltWorld({ checkout });
  const manifest = await world.readManifest();
  const distant = await startDistantNodes({ nodes: manifest.nodes, roundTripMs });
  const { environment } = distant;
  const gateway = await startGateway({ ...world, checkout, environment });
  const caller = createCaller({ manifest: { ...manifest, gatewayUrl: gateway.url }, keyName: 'subscriptionOwner' });
  const close = async () => {
    await caller.close();
    await gateway.stop();
    distant.close();
    await world.close();
  };
  return {
    name: checkout === undefined ? 'this build' : 'the other build',
    manifest,
    distant,
    caller,
    close,
    metricsUrl: gateway.metricsUrl,
    phases: {},
  };
}

async function inTurns(phase) {
  for (const contender of contenders) contender.phases[phase] = { times: [], before: await exchangesOf(contender) };
  for (let turn = 0; turn * TURN_ROUNDS < rounds; turn += 1) {
    for (const contender of turn % 2 === 0 ? contenders : contenders.toReversed()) {
      contender.phases[phase].times.push(...(await serve(contender, Math.min(TURN_ROUNDS, rounds - turn * TURN_ROUNDS))));
    }
  }
  for (const contender of contenders) {
    const [{ before }, after] = [contender.phases[phase], await exchangesOf(contender)];
    Object.assign(contender.phases[phase], { inOne: (after.inOne - before.inOne) / rounds, asked: (after.asked - before.asked) / rounds });
  }
}

/** Rounds that took one exchange, and nodes that answered, since the gateway's start. */
async function exchangesOf({ metricsUrl }) {
  const sum = await readMetrics(metricsUrl);
  return {
    inOne: sum(/^oracle_gateway_signed_rounds_total\{exchanges="1"\} (\d+)$/gm),
    asked: sum(/^oracle_gateway_node_seconds_count\{.*step="observe".*\} (\d+)$/gm),
  };
}

/** Milliseconds of so many rounds, every one verified. */
async function serve({ caller, manifest }, count) {
  const times = [];
  let left = count;
  const lane = async () => {
    while (left > 0) {
      left -= 1;
      const round = caller.prepare(slowConfig(manifest, sourceMs));
      const startMs = performance.now();
      const answer = await caller.ask(round);
      times.push(performance.now() - startMs);
      if (answer.status !== 200 || !caller.verifies(round, answer))
        throw new Error(`a round was not served: ${answer.status} ${answer.text}`);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, lane));
  return times;
}

function report() {
  const leastMs = roundTripMs + sourceMs;
  console.log(
    `${machine()}; quorum 3 of ${contenders[0].manifest.nodes.length} nodes, ${concurrency} at once, ${rounds} rounds of each after ${warmUp};`,
  );
  console.log(`round trip to each node ${roundTripMs} ms, source ${sourceMs} ms: ${leastMs} ms is the least\n`);
  console.log(
    row([
      '',
      'p50 ms',
      'p90 ms',
      'p99 ms',
      'longest ms',
      'p50 of the least',
      'p99 of the least',
      'in one exchange',
      'answers of nodes a round',
    ]),
  );
  console.log(row(Array.from({ length: 9 }, () => '---')));
  for (const { name, phases } of contenders) {
    for (const [label, { times, inOne, asked }] of [
      [name, phases.usual],
      [`${name}, one node ${SLOWER_MS / 1_000} s slower`, phases.slow],
    ]) {
      const marks = [0.5, 0.9, 0.99, 1].map((q) => quantile(times, q));
      const ofLeast = [marks[0], marks[2]].map((ms) => fixed(ms / leastMs, 2));
      console.log(row([label, ...marks.map((ms) => fixed(ms, 1)), ...ofLeast, fixed(inOne, 2), fixed(asked, 2)]));
    }
  }
  const { usual, slow } = contenders.at(-1).phases;
  const [p50, slowP99] = [quantile(usual.times, 0.5) / leastMs, quantile(slow.times, 0.99) / leastMs];
  console.log(`\ngoals: p50 at most ${GOALS.p50} of the least, p99 with the slow node at most ${GOALS.slowP99}`);
  if (p50 > GOALS.p50 || slowP99 > GOALS.slowP99) process.exitCode = 1;
}
