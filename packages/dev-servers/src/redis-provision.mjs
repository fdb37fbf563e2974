// Plain, since `npm start` and `npm test` use it before anything is built; typed by JSDoc.
import { execFile } from 'node:child_process';
import { access, constants, readdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { fetchDebianPackage, reasonOf } from './debian-package.mjs';

const run = promisify(execFile);
/** From `src/` and, built, from `dist/`. */
const PROJECT_ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const SERVER_NAMES = ['redis-server', 'valkey-server'];
/** The outbox's scripts say what they do when memory is full, which Redis understands from 7.0 on (Valkey counts on from 7.2). */
const OLDEST_VERSION = { major: 7, minor: 0 };

/** Installers of a server, by the platform's name in Node. */
const INSTALLS = new Map([
  ['darwin', 'brew install redis'],
  ['linux', 'sudo apt-get install -y redis-server    # Debian, Ubuntu; elsewhere the package of Redis or Valkey'],
]);

/** No usable Redis, and none could be fetched. The message says what to type. */
export class RedisUnavailableError extends Error {
  /**
   * @param {string} reason
   * @param {string} platform
   */
  constructor(reason, platform) {
    super(
      `No Redis server ≥ ${OLDEST_VERSION.major}.${OLDEST_VERSION.minor} found (${reason}). Install one with\n` +
        `    ${INSTALLS.get(platform) ?? 'the package of Redis or Valkey for this platform'}\n` +
        'or set REDIS_URL to a running server.',
    );
    this.name = 'RedisUnavailableError';
  }
}

/**
 * @typedef {object} RedisCommand what to start
 * @property {string} command
 * @property {Readonly<Record<string, string>>} env the variables to add to its environment
 *
 * @typedef {object} RedisSearch
 * @property {string} [root] the project's folder
 * @property {string} [searchPath] stands for PATH
 * @property {string} [platform] in Node's words
 * @property {readonly string[]} [aptOptions] passed to every apt-get call
 * @property {(line: string) => void} [onProgress]
 */

/**
 * Finds a Redis (or Valkey) server: on PATH, then in the project's `.tools/redis`. On Debian and Ubuntu, it else fetches the packages of
 * the machine's own processor into that folder. Fetching needs neither root nor an installed package list; apt checks the signatures as it
 * always does.
 *
 * @param {RedisSearch} [options]
 * @returns {Promise<RedisCommand>}
 * @throws {RedisUnavailableError}
 */
export async function findOrFetchRedis(options = {}) {
  const { root = PROJECT_ROOT, searchPath = process.env.PATH ?? '', platform = process.platform, aptOptions = [] } = options;
  const { onProgress = () => {} } = options;
  const folder = join(root, '.tools', 'redis');
  const found = (await findOnPath(searchPath)) ?? (await findFetched(folder));
  if (found !== undefined) return found;
  if (platform !== 'linux') throw new RedisUnavailableError('packages are fetched on Debian and Ubuntu alone', platform);
  onProgress(`Redis: none on this machine, fetching one into ${folder}`);
  await fetchDebianPackage({ folder, name: 'redis-server', aptOptions }).catch((cause) => {
    throw new RedisUnavailableError(reasonOf(cause), platform);
  });
  const fetched = await findFetched(folder);
  if (fetched === undefined) throw new RedisUnavailableError('the fetched packages do not run on this machine', platform);
  return fetched;
}

/** @param {string} searchPath */
async function findOnPath(searchPath) {
  for (const directory of searchPath.split(delimiter).filter((entry) => entry !== '')) {
    for (const name of SERVER_NAMES) {
      const candidate = { command: join(directory, name), env: {} };
      if (await isUsable(candidate)) return candidate;
    }
  }
  return undefined;
}

/** @param {string} folder */
async function findFetched(folder) {
  const candidate = { command: join(folder, 'usr', 'bin', 'redis-server'), env: await libraryPath(folder) };
  return (await isUsable(candidate)) ? candidate : undefined;
}

/**
 * Debian keeps libraries in `usr/lib/<architecture triple>`; the packages' own come first, the machine's after them.
 *
 * @param {string} folder
 */
async function libraryPath(folder) {
  const libraries = join(folder, 'usr', 'lib');
  const names = await readdir(libraries).catch(() => []);
  return { LD_LIBRARY_PATH: names.map((name) => join(libraries, name)).join(delimiter) };
}

/** @param {RedisCommand} candidate */
async function isUsable({ command, env }) {
  try {
    await access(command, constants.X_OK);
    const { stdout } = await run(command, ['--version'], { env: { ...process.env, ...env }, timeout: 10_000 });
    const [, major, minor] = /v=(\d+)\.(\d+)/.exec(stdout) ?? [];
    if (Number(major) !== OLDEST_VERSION.major) return Number(major) > OLDEST_VERSION.major;
    return Number(minor) >= OLDEST_VERSION.minor;
  } catch {
    return false; // absent, or it does not start here: the next candidate may
  }
}
