#!/usr/bin/env node
// `npm start` and `npm test` on a machine that has Node and npm, and nothing else.
import './require-node.mjs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { build, installDependencies, pnpmThroughNpx, provideRedis, root } from './prepare.mjs';
import { RedisUnavailableError } from '../packages/dev-servers/src/redis-provision.mjs';
import { spawnTied } from '../packages/dev-servers/src/spawn-tied.mjs';
import { StepFailedError } from './step.mjs';

/** npm passes a terminal's Ctrl-C on once more: the same signal within this time is the same keypress. */
const REPEATED_SIGNAL_MS = 1_000;

async function main([mode, ...args]) {
  if (mode !== 'start' && mode !== 'test') {
    console.error('usage: node scripts/run.mjs start|test [options]');
    return 2;
  }
  await installDependencies();
  await provideRedis();
  // `test` builds as the first of its checks, so that a broken build is listed like any other failure.
  if (mode === 'test') return runToEnd('npx', [...(await pnpmThroughNpx()), 'exec', 'node', join(root, 'scripts', 'checks.mjs'), ...args]);
  await build();
  return runToEnd(process.execPath, [join(root, 'apps', 'localnet', 'dist', 'main.js'), ...args]);
}

/**
 * Runs a program in our place: its output is ours, signals reach it once, its exit code becomes ours.
 *
 * @returns {Promise<number>} the exit code; 128 + the signal's number for a program that a signal ended
 */
async function runToEnd(command, args) {
  // In a session of its own, so that a terminal's Ctrl-C comes through us, once, instead of from both sides.
  const child = spawnTied(command, args, { cwd: root, stdio: 'inherit', detached: true });
  const last = new Map();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      const nowMs = performance.now();
      if (nowMs - (last.get(signal) ?? -Infinity) < REPEATED_SIGNAL_MS) return;
      last.set(signal, nowMs);
      child.kill(signal);
    });
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]));
  });
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  const expected = error instanceof StepFailedError || error instanceof RedisUnavailableError;
  console.error(expected ? error.message : error);
  process.exitCode = 1;
}
