#!/usr/bin/env node
// Takes a world from one build to another under load, process by process: the settlement worker, each node, then the gateway behind a balancer that
// asks for /ready once a second; then back again in the opposite order, since an older worker may not know the records of a newer gateway. Every
// round must be served, verify and settle; otherwise it exits with 1.
// usage: node bench/rolling-upgrade.mjs --from <checkout> [--lanes 4] [--pause 2000]
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { settledRounds } from './settlement/settled.mjs';
import { BALANCER_PERIOD_MS, openBalancer } from './world/balancer.mjs';
import { startBuiltWorld } from './world/built-world.mjs';
import { createCaller, priceConfig } from './world/caller.mjs';
import { fixed, machine, quantile, row } from './world/measurements.mjs';
import { startGateway } from './world/own-gateway.mjs';
import { upgradeApp } from './world/upgraded-app.mjs';

const THIS_BUILD = fileURLToPath(new URL('..', import.meta.url));
/** A gateway goes on serving for longer than two periods of the balancer. */
const SHUTDOWN_DELAY_MS = 3 * BALANCER_PERIOD_MS;
const SETTLE_PATIENCE_MS = 60_000;
/** A caller that is refused asks again after so long: refusals alone must not keep the machine busy. */
const REFUSED_PAUSE_MS = 200;

const { values: flags } = parseArgs({
  options: { from: { type: 'string' }, lanes: { type: 'string', default: '4' }, pause: { type: 'string', default: '2000' } },
});
if (flags.from === undefined) throw new Error('--from: is required: the checkout, built, whose world is upgraded');
const [lanes, pauseMs] = [Number(flags.lanes), Number(flags.pause)];

const world = await startBuiltWorld({ checkout: flags.from });
const manifest = await world.readManifest();
const state = dirname(world.manifestPath);
let gateway = await startOf(flags.from, 'gateway-old');
let worker = { pid: manifest.pids.worker[0] };
const nodes = manifest.pids.nodes.map((pid) => ({ pid }));
const balancer = openBalancer();
balancer.add(gateway.url);
const caller = createCaller({ manifest: { ...manifest, get gatewayUrl() { return balancer.next(); } }, keyName: 'subscriptionOwner' }); // prettier-ignore
const asked = [];
let step = 'before';
let isOver = false;
const settledBefore = await settledRounds(manifest);
try {
  const load = Promise.all(Array.from({ length: lanes }, askUntilOver));
  await wait(pauseMs);
  const [ofWorker, ofNodes, ofGateway] = [['worker', changeWorker], ['nodes', changeNodes], ['gateway', changeGateway]]; // prettier-ignore
  await change('to the new build', THIS_BUILD, 'gateway-new', [ofWorker, ofNodes, ofGateway]);
  await change('back to the old build', flags.from, 'gateway-back', [ofGateway, ofNodes, ['records', untilSettled], ofWorker]);
  isOver = true;
  await load;
  report(await unsettled(asked));
} finally {
  isOver = true;
  balancer.close();
  await gateway.stop();
  await Promise.all([worker, ...nodes].map((app) => app.stop?.()));
  await caller.close();
  await world.close();
}

function startOf(checkout, name) {
  return startGateway({ manifestPath: world.manifestPath, shutdownDelayMs: SHUTDOWN_DELAY_MS, checkout, name });
}

async function change(direction, checkout, name, steps) {
  for (const [part, changePart] of steps) {
    step = `${direction}: ${part}`;
    await changePart(checkout, name);
    await wait(pauseMs);
  }
}

async function changeWorker(checkout) {
  worker = await replaced(worker, {
    command: [process.execPath, join(checkout, 'apps/settlement-worker/dist/main.js')],
    config: 'worker-0',
    healthUrl: healthOf(manifest.metricsUrls.worker),
  });
}

async function changeNodes(checkout) {
  for (const [index, node] of nodes.entries()) {
    nodes[index] = await replaced(node, {
      command: [process.execPath, join(checkout, 'apps/oracle-node/dist/main.js')],
      config: `node-${index}`,
      healthUrl: healthOf(manifest.nodes[index].url),
    });
    await wait(pauseMs);
  }
}

async function changeGateway(checkout, name) {
  const next = await startOf(checkout, name);
  balancer.add(next.url);
  await wait(2 * BALANCER_PERIOD_MS);
  await gateway.stop();
  gateway = next;
}

/** The newer worker settles the rounds of the newer gateway. */
async function untilSettled() {
  const asOf = asked.length;
  await unsettled(asked.slice(0, asOf));
}

function replaced({ pid }, input) {
  return upgradeApp({ pid, state, ...input });
}

function healthOf(url) {
  return new URL('/health', url).href;
}

async function askUntilOver() {
  while (!isOver) {
    const round = caller.prepare(priceConfig(manifest));
    const [during, startedAtMs] = [step, performance.now()];
    const answer = await caller.ask(round);
    const served = answer.status === 200 && caller.verifies(round, answer);
    if (!served) console.error(`${during}: ${answer.status} ${answer.text}`);
    asked.push({ during, served, ms: performance.now() - startedAtMs });
    if (!served) await wait(REFUSED_PAUSE_MS);
  }
}

/** Counts the rounds that are served and not settled in the time allowed. */
async function unsettled(rounds) {
  const served = rounds.filter((one) => one.served).length;
  const deadlineMs = performance.now() + SETTLE_PATIENCE_MS;
  for (;;) {
    const left = served - ((await settledRounds(manifest)) - settledBefore);
    if (left <= 0 || performance.now() > deadlineMs) return Math.max(0, left);
    await wait(500);
  }
}

function report(left) {
  console.log(`${machine()}; ${lanes} callers at once, quorum 3 of ${nodes.length} nodes\n`);
  console.log(row(['while changing', 'rounds', 'not served', 'p50 ms', 'p99 ms']));
  console.log(row(['---', '---', '---', '---', '---']));
  for (const during of new Set(asked.map((one) => one.during))) {
    const ours = asked.filter((one) => one.during === during);
    const ms = ours.map((one) => one.ms);
    const lost = ours.filter(({ served }) => !served).length;
    console.log(row([during, ours.length, lost, fixed(quantile(ms, 0.5), 1), fixed(quantile(ms, 0.99), 1)]));
  }
  const lost = asked.filter(({ served }) => !served).length;
  console.log(`\n${asked.length} rounds: ${lost} not served, ${left} served and not settled`);
  if (lost + left > 0) process.exitCode = 1;
}
