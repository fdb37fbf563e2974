import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findOrFetchRedis } from '../packages/dev-servers/src/redis-provision.mjs';
import { runStep } from './step.mjs';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * Arguments that run the pinned pnpm on a machine that has npm only.
 *
 * @returns {Promise<readonly string[]>} arguments for `npx`; pnpm's own follow
 */
export async function pnpmThroughNpx() {
  const { packageManager } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  return ['--yes', packageManager];
}

/** Installs what the lock file says, unless that is what is there. */
export async function installDependencies() {
  if (await isInstalled()) return;
  await runStep({
    title: 'Installing dependencies',
    command: 'npx',
    args: [...(await pnpmThroughNpx()), 'install', '--frozen-lockfile', '--config.confirmModulesPurge=false'],
    cwd: root,
  });
}

/** pnpm keeps the lock file of what it installed; it is written last. */
async function isInstalled() {
  const [wanted, installed] = await Promise.all([
    readFile(join(root, 'pnpm-lock.yaml'), 'utf8'),
    readFile(join(root, 'node_modules', '.pnpm', 'lock.yaml'), 'utf8').catch(() => ''),
  ]);
  return wanted === installed && existsSync(join(root, 'node_modules', '.bin', 'turbo'));
}

/** Builds the packages that turbo does not remember. */
export async function build() {
  // pnpm puts itself on PATH, where turbo searches for it.
  const args = [...(await pnpmThroughNpx()), 'exec', 'turbo', 'run', 'build', '--output-logs=errors-only'];
  await runStep({ title: 'Building', command: 'npx', args, cwd: root });
}

/** Finds a Redis server, or fetches one, unless REDIS_URL names a running one. */
export async function provideRedis() {
  if ((process.env.REDIS_URL ?? '') === '') await findOrFetchRedis({ root, onProgress: console.error });
}
