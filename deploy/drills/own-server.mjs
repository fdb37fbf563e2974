import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { answers } from '../../bench/world/answers.mjs';
import { spawnTied } from '../../packages/dev-servers/dist/index.js';

const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 10_000;
const ASK_EVERY_MS = 100;

/**
 * Starts a server that ends with this process at the latest. Resolves once `readyUrl` answers.
 *
 * @param {{ command: string, args: readonly string[], logPath: string, readyUrl: string }} input
 */
export async function startOwnServer({ command, args, logPath, readyUrl }) {
  const log = openSync(logPath, 'a', 0o600);
  const child = spawnTied(command, args, { stdio: ['ignore', log, log] });
  closeSync(log);
  const exited = once(child, 'exit');
  const deadlineMs = performance.now() + START_TIMEOUT_MS;
  while (!(await answers(readyUrl))) {
    if (child.exitCode !== null || performance.now() > deadlineMs) {
      child.kill('SIGKILL');
      throw new Error(`${command} does not start:\n${await readFile(logPath, 'utf8')}`);
    }
    await wait(ASK_EVERY_MS);
  }
  return {
    async stop() {
      child.kill('SIGTERM');
      const deadline = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
      await exited;
      clearTimeout(deadline);
    },
  };
}
