#!/usr/bin/env node
// The numbers that a change of the round's path is judged by, in one table: latency beside a bare fan-out, CPU time of each process, rounds a second
// of a whole world. Starts a world of its own (the built apps) for this checkout, and one for another that is given; they take turns, so that others
// on the machine hit all alike. Every round is verified and settled. The settlement's rate is measured by bench/settlement-throughput.mjs.
// Linux only.
// usage: node bench/goals.mjs [--from <checkout>] [--rounds 600] [--warm-up 1500] [--alone 200]
import { parseArgs } from 'node:util';
import { request } from './world/undici.mjs';
import { startBuiltWorld } from './world/built-world.mjs';
import { createCaller, priceConfig } from './world/caller.mjs';
import { fixed, machine, quantile, row } from './world/measurements.mjs';
import { startOwnProcess } from './world/own-process.mjs';
import { serveRounds } from './world/serve-rounds.mjs';
import { awaitNonePending, usageOf } from './world/usage.mjs';

const { values: flags } = parseArgs({
  options: {
    from: { type: 'string' },
    rounds: { type: 'string', default: '600' },
    'warm-up': { type: 'string', default: '1500' },
    alone: { type: 'string', default: '200' },
  },
});
const [rounds, warmUp, alone] = [Number(flags.rounds), Number(flags['warm-up']), Number(flags.alone)];
const AT_ONCE = 16;
const QUORUM = 3;
/** A quorum and the buffer: as many as a round may ask. */
const FETCHERS = 4;
/** Long ones, since V8 collects the garbage of a process that rests, once for each rest. */
const TURNS = 3;
const SUMS = ['gatewayMs', 'nodesMs', 'workerMs', 'redisMs', 'observations', 'seconds'];

const ROWS = [
  { what: 'p50 of a round, one at a time, ms', of: ({ times }) => quantile(times, 0.5), digits: 1 },
  { what: 'p50 beside a bare fan-out of plain processes', of: ({ times, bare }) => quantile(times, 0.5) / quantile(bare, 0.5), digits: 2 },
  { what: 'gateway, CPU ms a round', of: ({ gatewayMs }) => gatewayMs / rounds, digits: 2 },
  { what: 'a node, CPU ms an observation with its signature', of: ({ nodesMs, observations }) => nodesMs / observations, digits: 2 },
  { what: 'all nodes, CPU ms a round', of: ({ nodesMs }) => nodesMs / rounds, digits: 2 },
  { what: 'worker, CPU ms a round', of: ({ workerMs }) => workerMs / rounds, digits: 2 },
  { what: 'Redis, CPU ms a round', of: ({ redisMs }) => redisMs / rounds, digits: 2 },
  { what: `rounds a second of the whole world, ${AT_ONCE} at once`, of: ({ seconds }) => rounds / seconds, digits: 0 },
];

const contenders = [];
const fetchers = await Promise.all(Array.from({ length: FETCHERS }, () => startOwnProcess('plain-fetcher.mjs')));
try {
  for (const checkout of [...(flags.from === undefined ? [] : [flags.from]), undefined]) contenders.push(await enter(checkout));
  await inTurns(async (contender) => serveRounds(contender, { count: warmUp / TURNS, atOnce: AT_ONCE }));
  await inTurns(takeAloneTurn);
  await inTurns(takeCrowdedTurn);
  report();
} finally {
  for (const { child } of fetchers) child.kill();
  for (const { caller, world } of contenders) {
    await caller.close();
    await world.close();
  }
}

async function enter(checkout) {
  const world = await startBuiltWorld({ checkout });
  const manifest = await world.readManifest();
  const caller = createCaller({ manifest, keyName: 'subscriptionOwner', signaturesRequired: QUORUM });
  const sums = Object.fromEntries(SUMS.map((name) => [name, 0]));
  return { name: checkout === undefined ? 'this build' : 'the other build', world, manifest, caller, times: [], bare: [], ...sums };
}

async function inTurns(take) {
  for (let turn = 0; turn < TURNS; turn += 1) {
    for (const contender of turn % 2 === 0 ? contenders : contenders.toReversed()) await take(contender);
  }
}

/** Rounds and bare fan-outs, one after the other. */
async function takeAloneTurn({ caller, manifest, times, bare }) {
  for (let count = 0; count < alone / TURNS; count += 1) {
    times.push(await roundMs({ caller, manifest }));
    bare.push(await timed(() => fanOut(priceConfig(manifest).url)));
  }
}

/** The time of the answer. The caller's own work, to sign and to verify, is not in it. */
async function roundMs({ caller, manifest }) {
  const round = caller.prepare(priceConfig(manifest));
  const startMs = performance.now();
  const answer = await caller.ask(round);
  const ms = performance.now() - startMs;
  if (answer.status !== 200 || !caller.verifies(round, answer)) throw new Error(`a round was not served: ${answer.status} ${answer.text}`);
  return ms;
}

async function timed(act) {
  const startMs = performance.now();
  await act();
  return performance.now() - startMs;
}

/** Resolves once a quorum of the processes has answered. */
function fanOut(url) {
  return new Promise((resolve, reject) => {
    let answered = 0;
    for (const fetcher of fetchers) {
      const body = request(fetcher.url, { method: 'POST', headers: { 'content-type': 'text/plain' }, body: url }).then((answer) =>
        answer.body.json(),
      );
      body.then(() => (answered += 1) === QUORUM && resolve(), reject);
    }
  });
}

async function takeCrowdedTurn(contender) {
  const { manifest } = contender;
  await awaitNonePending(manifest);
  const before = await usageOf(manifest);
  const ms = await timed(() => serveRounds(contender, { count: rounds / TURNS, atOnce: AT_ONCE }));
  await awaitNonePending(manifest);
  const after = await usageOf(manifest);
  for (const [name, value] of Object.entries(after)) contender[name] += value - before[name];
  contender.seconds += ms / 1_000;
}

function report() {
  console.log(`${machine()}; quorum ${QUORUM} of 5 nodes; ${rounds} rounds after ${warmUp}, ${alone} one at a time; in ${TURNS} turns\n`);
  console.log(row(['', ...contenders.map(({ name }) => name), ...(contenders.length === 2 ? ['ratio'] : [])]));
  console.log(row(['---', ...contenders.map(() => '---'), ...(contenders.length === 2 ? ['---'] : [])]));
  for (const { what, of, digits } of ROWS) {
    const values = contenders.map(of);
    console.log(
      row([what, ...values.map((value) => fixed(value, digits)), ...(values.length === 2 ? [fixed(values[1] / values[0], 2)] : [])]),
    );
  }
}
