import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { spawnTied } from '@oracle-gateway/dev-servers';
import { answers } from '../world/answers.mjs';

const MAIN = fileURLToPath(new URL('../../apps/settlement-worker/dist/main.js', import.meta.url));
const START_TIMEOUT_MS = 20_000;
const STOP_TIMEOUT_MS = 12_000;

/** Ends the world's own workers; nothing there restarts by itself. */
export async function endWorkersOf({ pids, metricsUrls }) {
  for (const pid of pids.worker) process.kill(pid, 'SIGKILL');
  while (await answers(healthOf(metricsUrls))) await wait(50);
}

/** A worker with the world's configuration, but for the RPC server it talks to. Resolves once it answers. */
export async function startWorker({ configPath, manifest, rpcUrl }) {
  const log = openSync(join(dirname(configPath), '..', 'logs', 'bench-worker.log'), 'a', 0o600);
  const child = spawnTied(process.execPath, [MAIN, '--config', configPath], {
    stdio: ['ignore', log, log],
    env: { ...process.env, ORACLE_GATEWAY_RPC_URL: rpcUrl },
  });
  closeSync(log);
  const exited = once(child, 'exit');
  const deadlineMs = performance.now() + START_TIMEOUT_MS;
  while (!(await answers(healthOf(manifest.metricsUrls)))) {
    if (child.exitCode !== null || performance.now() > deadlineMs) {
      child.kill('SIGKILL');
      throw new Error('the settlement worker does not start');
    }
    await wait(50);
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

function healthOf({ worker }) {
  return new URL('/health', worker).href;
}
