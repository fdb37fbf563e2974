import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { spawnTied } from '@oracle-gateway/dev-servers';
import { answers } from './answers.mjs';

const START_TIMEOUT_MS = 120_000;
const POLL_MS = 50;

/**
 * Ends a process of a world in order, and starts another build of the same app with the same configuration in its place. Without a process to end, it starts the app.
 *
 * @param {{ pid?: number, state: string, command: readonly string[], config: string, healthUrl: string }} input
 *   `command` starts the other build, without its configuration; `config` is the name of that
 * @returns {Promise<{ pid: number, stop: () => Promise<void> }>} once it answers
 */
export async function upgradeApp({ pid, state, command: [program, ...words], config, healthUrl }) {
  if (pid !== undefined) {
    process.kill(pid, 'SIGTERM');
    await until(() => !isAlive(pid), `${config} does not end`);
  }
  const log = openSync(join(state, 'logs', `${config}-upgraded.log`), 'a', 0o600);
  const child = spawnTied(program, [...words, '--config', join(state, 'config', `${config}.toml`)], { stdio: ['ignore', log, log] });
  closeSync(log);
  await until(() => answers(healthUrl), `${config} does not start: see ${join(state, 'logs')}`);
  return {
    pid: child.pid,
    async stop() {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    },
  };
}

async function until(holds, complaint) {
  const deadlineMs = performance.now() + START_TIMEOUT_MS;
  while (!(await holds())) {
    if (performance.now() > deadlineMs) throw new Error(complaint);
    await wait(POLL_MS);
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
