#!/usr/bin/env node
// Measures an honest subscriber beside attackers: rounds at a fixed rate, unattacked and attacked in turns, against a world of its own.
// usage: node bench/attacks.mjs [--only a1,c] [--seconds 12] [--pairs 2] [--rate 4] [--json file] [--checkout folder]
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { fromHex, signersOf } from '@oracle-gateway/protocol';
import { freePort, spawnTied } from '@oracle-gateway/dev-servers';
import { attacks } from './attacks/all.mjs';
import { startBuiltWorld } from './world/built-world.mjs';
import { createCaller, priceConfig } from './world/caller.mjs';
import { fixed, machine, quantile, row, watchCpu } from './world/measurements.mjs';

const ATTACKER = fileURLToPath(new URL('attacks/attacker.mjs', import.meta.url));
const HOSTILE_SOURCE = fileURLToPath(new URL('attacks/hostile-source.mjs', import.meta.url));
const GOAL = { served: 0.95, ratio: 3 };
const WARM_UP_SECONDS = 3;
/** The honest caller's rounds end within half a minute of the window's end, and so does whatever the attacker was told to stop. */
const TAIL_SECONDS = 40;
const RECOVERY_SECONDS = 60;
const PROMPT_MS = 1_000;

const { values: flags } = parseArgs({
  options: {
    only: { type: 'string' },
    seconds: { type: 'string', default: '12' },
    pairs: { type: 'string', default: '2' },
    rate: { type: 'string', default: '4' },
    json: { type: 'string' },
    checkout: { type: 'string' },
  },
});
const [seconds, pairs, ratePerSecond] = [Number(flags.seconds), Number(flags.pairs), Number(flags.rate)];
const wanted = flags.only?.split(',');
// A letter stands for all its variants.
const chosen = attacks.filter(({ key }) => wanted === undefined || wanted.includes(key) || wanted.includes(key.slice(0, 1)));
if (chosen.length === 0) throw new Error(`--only: must name some of ${attacks.map(({ key }) => key).join(', ')}`);

const source = chosen.some(({ needsSource }) => needsSource) ? await startSource() : null;
const ownPlaces = chosen.some(({ hasOwnSource }) => hasOwnSource) ? [`127.0.0.1:${await freePort()}`] : [];
const launcherFlags = [...(source === null ? [] : [source.place]), ...ownPlaces].flatMap((place) => ['--source', place]);
const world = await startBuiltWorld({ checkout: flags.checkout, launcherFlags });
try {
  const manifest = await world.readManifest();
  const caller = createCaller({ manifest, keyName: 'otherOwner' });
  await honestWindow(caller, () => priceConfig(manifest), 3);
  const results = [];
  for (const attack of chosen) {
    results.push(await measure(attack, manifest, caller));
    console.error(`${attack.key} ${attack.label}: ${JSON.stringify(results.at(-1))}`);
  }
  await caller.close();
  report(results);
  if (flags.json !== undefined)
    await writeFile(flags.json, `${JSON.stringify({ machine: machine(), ratePerSecond, seconds, results }, null, 2)}\n`);
} finally {
  await world.close();
  source?.child.kill();
}

/** The attackers' own source, in a process of its own. */
async function startSource() {
  const child = spawnTied(process.execPath, [HOSTILE_SOURCE], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [place] = await once(child.stdout.setEncoding('utf8'), 'data');
  return { child, place: place.trim() };
}

async function measure(attack, manifest, keptCaller) {
  let caller = keptCaller;
  const configOf = () => (attack.honestConfig ?? priceConfig)(manifest);
  const quiet = newTally();
  const beside = newTally();
  const recoverySeconds = [];
  const attackers = [];
  for (let pair = 0; pair < Math.min(pairs, attack.pairs ?? pairs); pair += 1) {
    add(quiet, await honestWindow(caller, configOf, seconds));
    const attacker = startAttacker(attack);
    try {
      await wait((attack.warmUpSeconds ?? WARM_UP_SECONDS) * 1_000);
      if (attack.connectsAnew) caller = createCaller({ manifest, keyName: 'otherOwner' });
      if (attack.restartsGateway) await restartGateway(manifest);
      add(beside, await honestWindow(caller, configOf, seconds));
    } finally {
      attackers.push(await attacker.stop());
    }
    recoverySeconds.push(await untilServed(caller, configOf));
  }
  return {
    key: attack.key,
    label: attack.label,
    quiet: summary(quiet, manifest),
    beside: summary(beside, manifest),
    recoverySeconds,
    attackers,
  };
}

/** Asks at a fixed rate, however slow the answers are: a caller that waits for an answer would spare the gateway when it suffers. */
async function honestWindow(caller, configOf, windowSeconds) {
  const tally = newTally();
  const busy = watchCpu();
  const rounds = [];
  const startMs = performance.now();
  for (let index = 0; index < windowSeconds * ratePerSecond; index += 1) {
    await wait(Math.max(0, startMs + (index * 1_000) / ratePerSecond - performance.now()));
    rounds.push(askOnce(caller, configOf, tally));
  }
  tally.busy.push(busy());
  await Promise.all(rounds);
  return tally;
}

async function askOnce(caller, configOf, tally) {
  const round = caller.prepare(configOf());
  const startMs = performance.now();
  const answer = await caller.ask(round);
  const elapsedMs = performance.now() - startMs;
  tally.asked += 1;
  const outcome =
    answer.status === 200 && !caller.verifies(round, answer) ? 'false_answer' : answer.status === 0 ? 'unanswered' : answer.status;
  tally.outcomes[outcome] = (tally.outcomes[outcome] ?? 0) + 1;
  if (outcome !== 200) return;
  tally.servedMs.push(elapsedMs);
  for (const index of signersOf(fromHex(JSON.parse(answer.text).data.signersBitmap, 32)))
    tally.signatures[index] = (tally.signatures[index] ?? 0) + 1;
}

/** Seconds from the end of the attack until two rounds in a row are served promptly; null when it takes too long. */
async function untilServed(caller, configOf) {
  const startMs = performance.now();
  let servedInARow = 0;
  let firstMs = startMs;
  while (performance.now() - startMs < RECOVERY_SECONDS * 1_000) {
    const askedMs = performance.now();
    const { status } = await caller.ask(caller.prepare(configOf()));
    const isPrompt = status === 200 && performance.now() - askedMs < PROMPT_MS;
    if (isPrompt && servedInARow === 0) firstMs = askedMs;
    servedInARow = isPrompt ? servedInARow + 1 : 0;
    if (servedInARow === 2) return (firstMs - startMs) / 1_000;
    await wait(250);
  }
  return null;
}

function startAttacker({ key, warmUpSeconds = WARM_UP_SECONDS }) {
  const lifeSeconds = warmUpSeconds + seconds + TAIL_SECONDS;
  const child = spawnTied(process.execPath, [ATTACKER, key, world.manifestPath, String(lifeSeconds)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (output += text));
  return {
    async stop() {
      child.kill('SIGTERM');
      const deadline = setTimeout(() => child.kill('SIGKILL'), 10_000);
      await exited;
      clearTimeout(deadline);
      return output === '' ? null : JSON.parse(output);
    },
  };
}

/** A gateway that cannot reach its nodes may not become ready: that is for the rounds to show. */
async function restartGateway({ controlUrl }) {
  const answer = await fetch(`${controlUrl}/restart`, {
    method: 'POST',
    body: JSON.stringify({ what: 'gateway' }),
    signal: AbortSignal.timeout(30_000),
  });
  if (!answer.ok) console.error(`the gateway was not restarted: ${answer.status} ${await answer.text()}`);
}

function newTally() {
  return { asked: 0, outcomes: {}, signatures: {}, servedMs: [], busy: [] };
}

function add(total, part) {
  total.asked += part.asked;
  for (const [outcome, count] of Object.entries(part.outcomes)) total.outcomes[outcome] = (total.outcomes[outcome] ?? 0) + count;
  for (const [index, count] of Object.entries(part.signatures)) total.signatures[index] = (total.signatures[index] ?? 0) + count;
  total.servedMs.push(...part.servedMs);
  total.busy.push(...part.busy);
}

function summary({ asked, outcomes, signatures, servedMs, busy }, manifest) {
  const p50Ms = quantile(servedMs, 0.5);
  return {
    asked,
    served: servedMs.length,
    outcomes,
    signatures,
    leastShare: leastShare(signatures, manifest),
    p50Ms,
    p90Ms: quantile(servedMs, 0.9),
    busy: busy.reduce((sum, share) => sum + share, 0) / busy.length,
  };
}

/** The part of the signatures of the node that signed least, in units of what chance gives it. */
function leastShare(signatures, { nodes }) {
  const counts = nodes.map((_, index) => signatures[index] ?? 0);
  const all = counts.reduce((sum, count) => sum + count, 0);
  return (Math.min(...counts) / all) * counts.length;
}

function report(results) {
  console.log(`${machine()}; ${ratePerSecond} honest rounds a second at quorum 3 of 5, windows of ${seconds} s\n`);
  console.log(
    row([
      'attack',
      'asked',
      'served',
      'of asked',
      'p50 ms unattacked',
      'p50 ms attacked',
      'ratio',
      'least share of a node',
      'served again after s',
      'cores busy',
      'goal',
    ]),
  );
  console.log(row(Array(11).fill('---')));
  for (const { key, label, quiet, beside, recoverySeconds } of results) {
    const share = beside.served / beside.asked;
    const ratio = beside.p50Ms / quiet.p50Ms;
    const isMet = share >= GOAL.served && ratio <= GOAL.ratio;
    const again = recoverySeconds.some((value) => value === null) ? `> ${RECOVERY_SECONDS}` : fixed(Math.max(...recoverySeconds), 1);
    const busy = `${fixed(quiet.busy * 100)} → ${fixed(beside.busy * 100)} %`;
    const name = quiet.served === quiet.asked ? `${key} ${label}` : `${key} ${label} (unattacked: ${quiet.served} of ${quiet.asked})`;
    console.log(
      row([
        name,
        beside.asked,
        beside.served,
        `${fixed(share * 100)} %`,
        fixed(quiet.p50Ms),
        fixed(beside.p50Ms),
        fixed(ratio, 1),
        `${fixed(quiet.leastShare, 2)} → ${fixed(beside.leastShare, 2)}`,
        again,
        busy,
        isMet ? 'met' : 'not met',
      ]),
    );
  }
  console.log(
    `\nGoal: at least ${GOAL.served * 100} % served, p50 at most ${GOAL.ratio} × that of the unattacked windows of the same attack.`,
  );
}
