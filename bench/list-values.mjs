#!/usr/bin/env node
// Measures lists beside rounds of single sources, in one world of this checkout (the built apps): CPU time of each process for a list, beside as many
// rounds as it has sources, and the values a second of the whole world. Lists and rounds take turns, so that others on the machine hit both alike.
// Every answer is verified and settled. Linux only.
// usage: node bench/list-values.mjs [--sources 20] [--lists 300] [--warm-up 1500] [--quorum 3]
import { parseArgs } from 'node:util';
import { startBuiltWorld } from './world/built-world.mjs';
import { createCaller } from './world/caller.mjs';
import { fixed, machine, row } from './world/measurements.mjs';
import { serveRounds } from './world/serve-rounds.mjs';
import { awaitNonePending, usageOf } from './world/usage.mjs';

const { values: flags } = parseArgs({
  options: {
    sources: { type: 'string', default: '20' },
    lists: { type: 'string', default: '300' },
    'warm-up': { type: 'string', default: '1500' },
    quorum: { type: 'string', default: '3' },
  },
});
const [sources, lists, warmUp, quorum] = [Number(flags.sources), Number(flags.lists), Number(flags['warm-up']), Number(flags.quorum)];
const AT_ONCE = { lists: 8, rounds: 16 };
/** Long ones, since V8 collects the garbage of a process that rests, once for each rest. */
const TURNS = 3;
const PROCESSES = [
  ['gateway', 'gatewayMs'],
  ['all nodes', 'nodesMs'],
  ['worker', 'workerMs'],
  ['Redis', 'redisMs'],
];

const world = await startBuiltWorld({});
const manifest = await world.readManifest();
const caller = createCaller({ manifest, keyName: 'subscriptionOwner', signaturesRequired: quorum });
const stage = { manifest, caller };
const of = { lists: {}, rounds: {} };
try {
  await serveRounds(stage, { count: warmUp, atOnce: AT_ONCE.rounds });
  await serveRounds(stage, { count: Math.ceil(warmUp / 10), atOnce: AT_ONCE.lists, sources });
  for (let turn = 0; turn < TURNS; turn += 1) {
    const takes = [() => take(of.lists, { count: lists / TURNS, atOnce: AT_ONCE.lists, sources }), takeRounds];
    for (const one of turn % 2 === 0 ? takes : takes.toReversed()) await one();
  }
  report();
} finally {
  await caller.close();
  await world.close();
}

/** A turn of rounds gives as many values as one of lists. */
function takeRounds() {
  return take(of.rounds, { count: (lists / TURNS) * sources, atOnce: AT_ONCE.rounds });
}

/** Adds what the asked rounds and their settlement took. */
async function take(sums, asked) {
  await awaitNonePending(manifest);
  const before = await usageOf(manifest);
  const startMs = performance.now();
  await serveRounds(stage, asked);
  const ms = performance.now() - startMs;
  await awaitNonePending(manifest);
  const after = await usageOf(manifest);
  for (const [name, value] of Object.entries(after)) sums[name] = (sums[name] ?? 0) + value - before[name];
  sums.seconds = (sums.seconds ?? 0) + ms / 1_000;
}

function report() {
  const values = lists * sources;
  console.log(
    `${machine()}; quorum ${quorum} of ${manifest.nodes.length} nodes; ${lists} lists of ${sources}, as many values alone; in ${TURNS} turns\n`,
  );
  console.log(row(['CPU ms', `a list of ${sources}`, `${sources} rounds`, 'ratio']));
  console.log(row(['---', '---', '---', '---']));
  for (const [name, member] of PROCESSES) {
    const [list, rounds] = [of.lists[member] / lists, of.rounds[member] / lists];
    console.log(row([name, fixed(list, 2), fixed(rounds, 2), fixed(list / rounds, 3)]));
  }
  const perSecond = ({ seconds }) => fixed(values / seconds);
  console.log(
    row(['values a second of the whole world', perSecond(of.lists), perSecond(of.rounds), fixed(of.rounds.seconds / of.lists.seconds, 3)]),
  );
}
