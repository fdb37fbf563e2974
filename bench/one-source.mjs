#!/usr/bin/env node
// Measures many callers of one source beside as many of different sources, in one world of this checkout (the built apps): rounds a second, and the
// requests that the source saw. The two take turns, so that others on the machine hit both alike. Every answer is verified. Linux only.
// usage: node bench/one-source.mjs [--callers 64] [--rounds 384] [--turns 3] [--source-ms 30] [--bytes 200] [--write]
// `--write` keeps the part that a fetch has in an observation, which `oracle-gateway-admin plan` reads.
import { createServer } from 'node:http';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { startBuiltWorld } from './world/built-world.mjs';
import { createCaller, fresh } from './world/caller.mjs';
import { fixed, machine, row } from './world/measurements.mjs';
import { awaitNonePending, usageOf } from './world/usage.mjs';

const { values: flags } = parseArgs({
  options: {
    callers: { type: 'string', default: '64' },
    rounds: { type: 'string', default: '384' },
    turns: { type: 'string', default: '3' },
    'source-ms': { type: 'string', default: '30' },
    bytes: { type: 'string', default: '200' },
    write: { type: 'boolean', default: false },
  },
});
const MEASUREMENTS = new URL('../packages/admin/src/capacity/capacity-measurements.json', import.meta.url);
const [callers, rounds, turns, sourceMs] = [Number(flags.callers), Number(flags.rounds), Number(flags.turns), Number(flags['source-ms'])];
/** One owner asks for one round of a source in each second: these are as many callers. Gateways take seconds up to 300 from now. */
const MOST_ROUNDS = 400;
if (rounds > MOST_ROUNDS) throw new Error(`--rounds: must be at most ${MOST_ROUNDS}`);
const STAMP_STEP_MS = 100;
/** Origins of the sources: a node runs so many fetches of one requester from one origin at once. */
const FETCHES_PER_ORIGIN = 16;

const source = await startSource();
const world = await startBuiltWorld({ launcherFlags: source.places.flatMap((place) => ['--source', place]) });
const manifest = await world.readManifest();
const caller = createCaller({ manifest, keyName: 'subscriptionOwner' });
const of = { one: newSums(), many: newSums() };
try {
  await take(newSums(), (place) => sourceUrl(place, `warm-${place}`));
  for (let turn = 0; turn < turns; turn += 1) {
    const shared = fresh();
    const takes = [() => take(of.one, () => sourceUrl(0, shared)), () => take(of.many, (place) => sourceUrl(place, `${shared}-${place}`))];
    for (const one of turn % 2 === 0 ? takes : takes.toReversed()) await one();
  }
  report();
  if (flags.write) await keep(fetchOfObservation());
} finally {
  await caller.close();
  await world.close();
  for (const server of source.servers) {
    server.close();
    server.closeAllConnections();
  }
}

function newSums() {
  return { rounds: 0, seconds: 0, requests: 0, steps: 0, gatewayMs: 0, nodesMs: 0 };
}

/** The source of a caller, by its place. */
function sourceUrl(place, name) {
  return `http://${source.places[place % source.places.length]}/?${name}`;
}

/** Adds the rounds of all callers; `urlOf` gives the source of a caller, by its place. */
async function take(sums, urlOf) {
  await awaitNonePending(manifest);
  const before = await usageOf(manifest);
  source.requests = 0;
  const startSeconds = Math.floor(Date.now() / 1_000);
  const startMs = performance.now();
  let next = 0;
  await Promise.all(
    Array.from({ length: callers }, async (_, place) => {
      while (next < rounds) await serve(urlOf(place), startSeconds, next++);
    }),
  );
  const ms = performance.now() - startMs;
  const after = await usageOf(manifest);
  sums.rounds += rounds;
  sums.seconds += ms / 1_000;
  sums.requests += source.requests;
  sums.steps += Math.ceil(ms / STAMP_STEP_MS) + 1;
  for (const name of ['gatewayMs', 'nodesMs']) sums[name] += after[name] - before[name];
}

async function serve(url, startSeconds, number) {
  const config = { url, method: 'GET', responseParser: '$.price' };
  const away = Math.ceil(number / 2);
  const round = caller.prepare(config, startSeconds + (number % 2 === 0 ? away : -away));
  const answer = await caller.ask(round);
  if (answer.status !== 200 || !caller.verifies(round, answer)) throw new Error(`a round was not served: ${answer.status} ${answer.text}`);
}

/** Sources in this process that count their requests, at several origins. */
async function startSource() {
  const body = JSON.stringify({ price: '64628.31', rest: 'x'.repeat(Number(flags.bytes)) });
  const state = { requests: 0, servers: [], places: [] };
  for (let origin = 0; origin < Math.ceil((2 * callers) / FETCHES_PER_ORIGIN); origin += 1) {
    const server = createServer((_, response) => {
      state.requests += 1;
      setTimeout(() => response.setHeader('content-type', 'application/json').end(body), sourceMs);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    state.servers.push(server);
    state.places.push(`127.0.0.1:${server.address().port}`);
  }
  return state;
}

/** The part of an observation's CPU time that its fetch takes: what rounds of one source leave out, for each fetch that they leave out. */
function fetchOfObservation() {
  const [one, many] = [of.one, of.many].map(({ nodesMs, requests, rounds: served }) => ({
    ms: nodesMs / served,
    fetches: requests / served,
  }));
  return (1 - one.ms / many.ms) / (1 - one.fetches / many.fetches);
}

async function keep(share) {
  const kept = JSON.parse(await readFile(MEASUREMENTS, 'utf8'));
  const shares = { ...kept.shares, fetchOfObservation: Number(fixed(share, 2)) };
  await writeFile(MEASUREMENTS, `${JSON.stringify({ ...kept, shares }, null, 2)}\n`);
}

function report() {
  const nodes = manifest.nodes.length;
  console.log(
    `${machine()}; quorum 3 of ${nodes} nodes; ${callers} callers, ${turns} turns of ${rounds} rounds each way; the source answers ${flags.bytes} bytes after ${sourceMs} ms\n`,
  );
  console.log(row(['', 'one source', `${callers} sources`, 'ratio']));
  console.log(row(['---', '---', '---', '---']));
  const figures = [
    ['rounds a second', ({ rounds: served, seconds }) => served / seconds],
    ['requests at the source, a round', ({ requests, rounds: served }) => requests / served],
    ['requests of a node at its source, in 100 ms', ({ requests, steps }) => requests / steps / nodes],
    ['CPU of all nodes, ms a round', ({ nodesMs, rounds: served }) => nodesMs / served],
    ['CPU of the gateway, ms a round', ({ gatewayMs, rounds: served }) => gatewayMs / served],
  ];
  for (const [name, figure] of figures) {
    console.log(row([name, fixed(figure(of.one), 2), fixed(figure(of.many), 2), fixed(figure(of.one) / figure(of.many), 2)]));
  }
  console.log(`\na fetch is ${fixed(100 * fetchOfObservation())} % of an observation's CPU time`);
}
