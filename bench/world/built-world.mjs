import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { spawnTied } from '@oracle-gateway/dev-servers';

const THIS_BUILD = fileURLToPath(new URL('../..', import.meta.url));
const NO_KEEPER = '--no-keeper';
const LAUNCHER = 'apps/localnet/dist/main.js';
const START_TIMEOUT_MS = 120_000;
/** The launcher gives its apps twelve seconds to close in order. */
const STOP_TIMEOUT_MS = 30_000;

/**
 * The world of `npm start` with free ports and a state folder of its own: every part a built app in its own process.
 *
 * @param {{ checkout?: string, launcherFlags?: readonly string[], environment?: Record<string, string>, keepsFeeds?: boolean }} [input]
 *   `checkout` whose build to start, this one unless told; `launcherFlags` beside those of the place; `environment` is added to that of its
 *   processes; `keepsFeeds`: a keeper asks for rounds too
 */
export async function startBuiltWorld({ checkout = THIS_BUILD, launcherFlags = [], environment = {}, keepsFeeds = false } = {}) {
  const launcherPath = join(checkout, LAUNCHER);
  if (!existsSync(launcherPath)) throw new Error(`build first: npx -y pnpm@10.34.9 build (in ${checkout})`);
  const state = await mkdtemp(join(tmpdir(), 'bench-world-'));
  const ofKeeper = keepsFeeds || !(await hasFlag(launcherPath, NO_KEEPER)) ? [] : [NO_KEEPER];
  const launcher = spawnTied(process.execPath, [launcherPath, '--port', '0', '--state', state, ...ofKeeper, ...launcherFlags], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...environment },
  });
  let output = '';
  launcher.stdout.setEncoding('utf8').on('data', (text) => (output += text));
  const isRunning = () => launcher.exitCode === null && launcher.signalCode === null;
  const close = async () => {
    if (isRunning()) {
      const exited = once(launcher, 'exit');
      launcher.kill('SIGTERM');
      const deadline = setTimeout(() => launcher.kill('SIGKILL'), STOP_TIMEOUT_MS);
      await exited;
      clearTimeout(deadline);
    }
    await rm(state, { recursive: true, force: true });
  };
  const deadlineMs = performance.now() + START_TIMEOUT_MS;
  while (!output.includes('Ctrl-C stops everything.')) {
    if (!isRunning() || performance.now() > deadlineMs) {
      await close();
      throw new Error(`the world does not stand:\n${output}`);
    }
    await wait(50);
  }
  const manifestPath = join(state, 'manifest.json');
  return {
    manifestPath,
    workerConfigPath: join(state, 'config', 'worker-0.toml'),
    readManifest: async () => JSON.parse(await readFile(manifestPath, 'utf8')),
    close,
  };
}

/** A world of an earlier build has no keeper, and refuses a flag that it does not know. */
async function hasFlag(launcherPath, flag) {
  const { stdout } = await promisify(execFile)(process.execPath, [launcherPath, '--help']);
  return stdout.includes(flag);
}
