import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort, spawnTied } from '@oracle-gateway/dev-servers';

const MAIN = fileURLToPath(new URL('../../apps/gateway/dist/main.js', import.meta.url));
const START_TIMEOUT_MS = 20_000;
const STOP_TIMEOUT_MS = 15_000;

/**
 * Another gateway process of the world's keypair, with the world's configuration but for its ports and the tables given as TOML. Resolves
 * once it is ready.
 */
export async function startGateway({ manifestPath, tables }) {
  const state = dirname(manifestPath);
  const port = await freePort();
  const config = await readFile(join(state, 'config', 'gateway.toml'), 'utf8');
  const ours = `${config.replace(/^(port = )\d+$/m, `$1${port}`).replace(/\[metrics\][^[]*/, '')}\n${tables}\n`;
  const configPath = join(state, 'config', 'bench-gateway.toml');
  await writeFile(configPath, ours, { mode: 0o600 });
  const log = openSync(join(state, 'logs', 'bench-gateway.log'), 'a', 0o600);
  const child = spawnTied(process.execPath, [MAIN, '--config', configPath], { stdio: ['ignore', log, log] });
  closeSync(log);
  const exited = once(child, 'exit');
  const url = `http://127.0.0.1:${port}`;
  const deadlineMs = performance.now() + START_TIMEOUT_MS;
  while (!(await isReady(url))) {
    if (child.exitCode !== null || performance.now() > deadlineMs) {
      child.kill('SIGKILL');
      throw new Error(`the gateway does not start: see ${join(state, 'logs', 'bench-gateway.log')}`);
    }
    await wait(50);
  }
  return {
    url,
    async stop() {
      child.kill('SIGTERM');
      const deadline = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
      await exited;
      clearTimeout(deadline);
    },
  };
}

async function isReady(url) {
  try {
    const response = await fetch(`${url}/ready`, { signal: AbortSignal.timeout(2_000) });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}
