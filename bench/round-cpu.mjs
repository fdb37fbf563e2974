#!/usr/bin/env node
// Measures the CPU time of a round, process by process, as the kernel counts it, once V8 has compiled what is hot. Starts a world of its
// own (the built apps) for this checkout and for each other one given; they take turns, so that others on the machine hit all alike. An
// Express process beside them echoes the same requests: how many rounds a second of CPU time a gateway serves, in echoes. Linux only.
// usage: node bench/round-cpu.mjs [--against <checkout>]... [--rounds 1000] [--warm-up 1000] [--concurrency 8] [--quorum 3] [--owner
// subscriptionOwner]
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { request } from './world/undici.mjs';
import { startBuiltWorld } from './world/built-world.mjs';
import { createCaller, priceConfig } from './world/caller.mjs';
import { fixed, machine, row } from './world/measurements.mjs';
import { startOwnProcess } from './world/own-process.mjs';
import { cpuOf } from './world/process-cpu.mjs';
import { serveRounds } from './world/serve-rounds.mjs';

/** Rounds of one checkout before the next has its turn: many, since V8 collects the garbage of a process that rests, once for each rest. */
const TURN_ROUNDS = 500;
/** Settlements go on for a moment after the last answer. */
const SETTLE_MS = 5_000;
/** An echo is so short that the kernel's ticks want more of them. */
const ECHOES_PER_ROUND = 10;

const { values: flags } = parseArgs({
  options: {
    against: { type: 'string', multiple: true, default: [] },
    rounds: { type: 'string', default: '1000' },
    'warm-up': { type: 'string', default: '1000' },
    concurrency: { type: 'string', default: '8' },
    quorum: { type: 'string', default: '3' },
    owner: { type: 'string', default: 'subscriptionOwner' },
  },
});
const [rounds, concurrency, quorum] = [Number(flags.rounds), Number(flags.concurrency), Number(flags.quorum)];
const warmUpRounds = Number(flags['warm-up']);

const contenders = [];
const echo = { ...(await startOwnProcess('express-echo.mjs')), cpuMs: 0 };
try {
  for (const checkout of [...flags.against, undefined]) contenders.push(await enter(checkout));
  // The warm-up takes turns too: a process that has rested for longer than another is dearer for a while.
  for (const count of turnsOf(warmUpRounds)) {
    for (const contender of contenders) await serveRounds(contender, { count, atOnce: concurrency });
    await echoRequests(count);
  }
  await wait(SETTLE_MS);
  for (const [turn, count] of turnsOf(rounds).entries()) {
    for (const contender of turn % 2 === 0 ? contenders : contenders.toReversed()) await takeTurn(contender, count);
    await takeEchoTurn(count * ECHOES_PER_ROUND);
  }
  const [{ nodes }] = contenders;
  console.log(
    `${machine()}; ${rounds} rounds after ${warmUpRounds}, at quorum ${quorum} of ${nodes.length}, ${concurrency} at once, in turns of ${TURN_ROUNDS}\n`,
  );
  console.log(row(['CPU ms a round', ...contenders.map(({ name }) => name)]));
  console.log(row(['---', ...contenders.map(() => '---')]));
  printLine('gateway', ({ gatewayMs }) => gatewayMs);
  printLine('all nodes together', ({ nodesMs }) => nodesMs);
  printLine('observations a round', ({ observations }) => observations);
  printLine('a node, for each observation', ({ nodesMs, observations }) => (nodesMs / observations) * rounds);
  printLine('settlement worker', ({ workerMs }) => workerMs);
  printLine(
    `rounds of the gateway to an echo of Express (${fixed(echo.cpuMs / (rounds * ECHOES_PER_ROUND), 2)} ms)`,
    ({ gatewayMs }) => (echo.cpuMs / gatewayMs / ECHOES_PER_ROUND) * rounds,
  );
} finally {
  echo.child.kill();
  for (const { caller, world } of contenders) {
    await caller.close();
    await world.close();
  }
}

/** So many rounds in turns. @param {number} total */
function turnsOf(total) {
  return Array.from({ length: Math.ceil(total / TURN_ROUNDS) }, (_, turn) => Math.min(TURN_ROUNDS, total - turn * TURN_ROUNDS));
}

/** A running build and a caller of its own. */
async function enter(checkout) {
  const world = await startBuiltWorld({ checkout });
  const manifest = await world.readManifest();
  const caller = createCaller({ manifest, keyName: flags.owner, signaturesRequired: quorum });
  const { gateway, worker, nodes } = manifest.pids;
  const name = checkout ?? 'this checkout';
  return { name, world, manifest, caller, gateway, worker, nodes, gatewayMs: 0, workerMs: 0, nodesMs: 0, observations: 0 };
}

/** Rounds and their settlement, while the other worlds have nothing to do. */
async function takeTurn(contender, count) {
  const { gateway, worker, nodes } = contender;
  const [observedBefore, before] = [await observationsOf(contender), await cpuOf([gateway, ...worker, ...nodes])];
  await serveRounds(contender, { count, atOnce: concurrency });
  await wait(SETTLE_MS);
  const after = await cpuOf([gateway, ...worker, ...nodes]);
  contender.observations += (await observationsOf(contender)) - observedBefore;
  const spentMs = (pids) => pids.reduce((sum, pid) => sum + after.get(pid) - before.get(pid), 0);
  contender.gatewayMs += spentMs([gateway]);
  contender.workerMs += spentMs(worker);
  contender.nodesMs += spentMs(nodes);
}

/** Answers to observe that the gateway has had so far. */
async function observationsOf({ manifest }) {
  const { body } = await request(manifest.metricsUrls.gateway);
  const counts = (await body.text()).matchAll(/^oracle_gateway_node_seconds_count\{.*step="observe".*\} (\d+)$/gm);
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
}

/** The same requests to an Express process that does nothing with them. */
async function takeEchoTurn(count) {
  const before = await cpuOf([echo.child.pid]);
  await echoRequests(count);
  const after = await cpuOf([echo.child.pid]);
  echo.cpuMs += after.get(echo.child.pid) - before.get(echo.child.pid);
}

async function echoRequests(count) {
  const [{ caller, manifest }] = contenders;
  const { body } = caller.prepare(priceConfig(manifest));
  let left = count;
  const lane = async () => {
    while (left > 0) {
      left -= 1;
      const answer = await request(echo.url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
      if ((await answer.body.text()) !== body) throw new Error('the echo answered something else');
    }
  };
  await Promise.all(Array.from({ length: concurrency }, lane));
}

function printLine(name, msOf) {
  console.log(row([name, ...contenders.map((contender) => fixed(msOf(contender) / rounds, 2))]));
}
