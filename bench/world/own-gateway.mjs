import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort, spawnTied } from '@oracle-gateway/dev-servers';
import { answers } from './answers.mjs';

const THIS_BUILD = fileURLToPath(new URL('../..', import.meta.url));
const START_TIMEOUT_MS = 120_000;
const STOP_TIMEOUT_MS = 15_000;

/**
 * Another gateway process of the world's keypair, with the world's configuration but for its ports and the tables given as TOML. Resolves
 * once it is ready.
 *
 * @param {{ manifestPath: string, tables?: string, rewrite?: (config: string) => string, shutdownDelayMs?: number, checkout?: string, name?: string, environment?: Record<string, string> }} input
 *   `rewrite` changes the configuration; `checkout` whose build to start; `name` of its files; `environment` is added to that of the process
 */
export async function startGateway({
  manifestPath,
  tables = '',
  rewrite = (config) => config,
  shutdownDelayMs = 0,
  checkout = THIS_BUILD,
  name = 'bench-gateway',
  environment = {},
}) {
  const state = dirname(manifestPath);
  const [port, metricsPort] = [await freePort(), await freePort()];
  const config = await readFile(join(state, 'config', 'gateway.toml'), 'utf8');
  const ours = config
    .replace(/^(port = )\d+$/m, `$1${port}`)
    .replace(/^(shutdown_delay_ms = )\d+$/m, `$1${shutdownDelayMs}`)
    .replace(/(\[metrics\][^[]*port = )\d+/, `$1${metricsPort}`);
  const configPath = join(state, 'config', `${name}.toml`);
  await writeFile(configPath, `${rewrite(ours)}\n${tables}\n`, { mode: 0o600 });
  const logPath = join(state, 'logs', `${name}.log`);
  const log = openSync(logPath, 'a', 0o600);
  const child = spawnTied(process.execPath, [join(checkout, 'apps/gateway/dist/main.js'), '--config', configPath], {
    stdio: ['ignore', log, log],
    env: { ...process.env, ...environment },
  });
  closeSync(log);
  const exited = once(child, 'exit');
  const url = `http://127.0.0.1:${port}`;
  const deadlineMs = performance.now() + START_TIMEOUT_MS;
  while (!(await answers(`${url}/ready`))) {
    if (child.exitCode !== null || performance.now() > deadlineMs) {
      child.kill('SIGKILL');
      throw new Error(`the gateway does not start: see ${logPath}`);
    }
    await wait(50);
  }
  return {
    url,
    pid: child.pid,
    metricsUrl: `http://127.0.0.1:${metricsPort}/metrics`,
    async stop() {
      child.kill('SIGTERM');
      const deadline = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
      await exited;
      clearTimeout(deadline);
    },
  };
}
