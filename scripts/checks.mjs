#!/usr/bin/env node
// The checks of a tier, side by side where they do not need each other. Started by `npm test`, which puts pnpm on PATH.
// usage: node scripts/checks.mjs [commit|all|nightly]
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { everyCheck, TIERS } from './check-list.mjs';
import { idleSeconds, meterOfChildren } from './cpu-time.mjs';
import { inputHashes, keyOf, Memory } from './memory.mjs';
import { runChecks } from './schedule.mjs';
import { workspaceManifest } from './workspace.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
/** They end what hangs, and decide nothing: on a busy machine the whole takes an hour. */
const TOTAL_LIMIT_MS = { commit: 85 * 60_000, all: 85 * 60_000, nightly: 360 * 60_000 };
const CHECK_LIMIT_MS = 60 * 60_000;
/** Milliseconds that a process has to end once it is asked to. */
const GRACE_MS = 2_000;
const KEPT_OUTPUT_CHARACTERS = 100_000;
const SLOTS = Math.max(2, Math.min(4, availableParallelism()));
/** Least CPU time of a check that is printed, in seconds. */
const SHOWN_CPU_SECONDS = 5;
/** The tools of the root, from whatever folder a check runs in, in plain text: it is read where nothing is coloured. */
const env = { ...process.env, PATH: join(root, 'node_modules', '.bin') + delimiter + (process.env.PATH ?? ''), NO_COLOR: '1' };
delete env.FORCE_COLOR;

const running = new Set();
let isEnding = false;
const cpuSeconds = new Map();
const used = meterOfChildren();

/** Ends a check with everything it started: each has a process group of its own. */
function end(child, signal = 'SIGKILL') {
  try {
    process.kill(-child.pid, signal);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}

function execute(check) {
  if (isEnding) return new Promise(() => {});
  const startMs = performance.now();
  const [command, ...args] = [...check.command, ...left(check)];
  const child = spawn(command, args, {
    cwd: join(root, check.cwd ?? '.'),
    env: { ...env, ...check.env },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let output = '';
  const keep = (text) => {
    output = (output + text).slice(-KEPT_OUTPUT_CHARACTERS);
  };
  child.stdout.setEncoding('utf8').on('data', keep);
  child.stderr.setEncoding('utf8').on('data', keep);
  const limit = setTimeout(() => {
    keep(`\nended after its limit of ${CHECK_LIMIT_MS / 60_000} minutes`);
    end(child);
  }, CHECK_LIMIT_MS);
  return new Promise((resolve) => {
    const finish = (passed) => {
      clearTimeout(limit);
      running.delete(child);
      resolve({ passed, seconds: (performance.now() - startMs) / 1000, output });
    };
    child.once('error', (cause) => {
      keep(`cannot start ${command}: ${cause.message}`);
      finish(false);
    });
    // Two that end at the same moment are one number, under the name of the first.
    child.once('exit', () => cpuSeconds.set(check.name, used()));
    child.once('close', (code) => finish(code === 0));
  });
}

function endAll(reason, exitCode) {
  console.error(reason);
  if (running.size === 0) process.exit(exitCode);
  isEnding = true;
  // turbo starts groups of its own, and ends them when it is asked to.
  for (const child of running) end(child, 'SIGTERM');
  setTimeout(() => {
    for (const child of running) end(child);
    process.exit(exitCode);
  }, GRACE_MS);
}

process.on('SIGINT', () => endAll('interrupted', 130));
process.on('SIGTERM', () => endAll('terminated', 143));

/** Entries by which a pass of this check is remembered: one entry for each suite in it, or one for all of it. */
function entriesOf(check, hashes) {
  const tasks =
    check.suites?.map((folder) => [`${check.name}: ${folder}`, `${workspaceManifest(root, folder).name}#test`]) ??
    (check.inputs === undefined ? [] : [[check.name, check.inputs]]);
  return tasks.map(([name, task]) => [name, hashes.has(task) ? keyOf(check, hashes.get(task)) : undefined]);
}

/** The suites of a check that have not passed yet, as filters of Vitest. */
function left(check) {
  return (check.suites ?? []).filter((_, index) => !memory.has(...entriesOf(check, hashes)[index])).map((folder) => `${folder}/`);
}

function hasPassed(check) {
  const entries = entriesOf(check, hashes);
  return entries.length > 0 && entries.every(([name, key]) => memory.has(name, key));
}

const [tier = 'commit', ...others] = process.argv.slice(2);
if (!TIERS.includes(tier) || others.length > 0) endAll(`usage: node scripts/checks.mjs [${TIERS.join('|')}]`, 2);
setTimeout(() => endAll(`not finished after ${TOTAL_LIMIT_MS[tier] / 60_000} minutes`, 1), TOTAL_LIMIT_MS[tier]).unref();
const startMs = performance.now();
const idleAtStart = idleSeconds();
const memory = new Memory(root);
const hashes = await inputHashes(root, execute);
if (hashes.size === 0) console.log('git and turbo do not say what the inputs are: every check is run, and none is remembered');
const checks = everyCheck(root, { say: console.log, path: env.PATH }).filter(
  (check) => TIERS.indexOf(check.tier ?? 'all') <= TIERS.indexOf(tier),
);
const leftOutNames = new Set();
const outcomes = await runChecks(checks, {
  slots: SLOTS,
  isDone: hasPassed,
  run: execute,
  // A failure is printed at once, so a run that is cut short has reported it.
  onOutcome: ({ name }, { passed, seconds, output, isDone }) => {
    if (isEnding) return;
    // A check that cannot have its tool says so itself, with the reason.
    const [leftOut] = passed ? (/^left out: .*$/m.exec(output) ?? []) : [];
    if (leftOut !== undefined) leftOutNames.add(name);
    const time = isDone ? 'before' : `${seconds.toFixed(1).padStart(6)} s`;
    console.log(leftOut ?? `${passed ? 'pass' : 'FAIL'}  ${time.padStart(8)}  ${name}`);
    if (!passed) console.log(`${output.trim()}\n--- end of ${name}`);
  },
});
const hashesAfter = await inputHashes(root, execute);
// A pass is remembered, unless the inputs have changed meanwhile.
const passed = checks.filter(({ name }) => outcomes.get(name).passed && !leftOutNames.has(name));
const unchanged = new Map(passed.flatMap((check) => entriesOf(check, hashesAfter)));
memory.add(passed.flatMap((check) => entriesOf(check, hashes)).filter(([name, key]) => key !== undefined && unchanged.get(name) === key));

const failures = [...outcomes].filter(([, { passed }]) => !passed).map(([name]) => name);
const minutes = ((performance.now() - startMs) / 60_000).toFixed(1);
for (const name of failures) console.log(`failed: ${name}`);
const byCpu = [...cpuSeconds].sort(([, one], [, other]) => other - one);
const allCpuSeconds = byCpu.reduce((sum, [, seconds]) => sum + seconds, 0);
for (const [name, seconds] of byCpu.filter(([, seconds]) => seconds > SHOWN_CPU_SECONDS))
  console.log(`${seconds.toFixed(1).padStart(6)} CPU s  ${name}`);
console.log(`${(allCpuSeconds / 60).toFixed(1)} CPU min; cores idle for ${((idleSeconds() - idleAtStart) / 60).toFixed(1)} min, summed`);
console.log(`\n${minutes} min\n${outcomes.size - failures.length - leftOutNames.size} passed, ${failures.length} failed`);
process.exitCode = failures.length === 0 ? 0 : 1;
