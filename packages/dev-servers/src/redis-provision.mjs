// Plain, since `npm start` and `npm test` use it before anything is built; typed by JSDoc.
import { execFile } from 'node:child_process';
import { access, constants, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** From `src/` and, built, from `dist/`. */
const PROJECT_ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const SERVER_NAMES = ['redis-server', 'valkey-server'];
/** The outbox's scripts say what they do when memory is full, which Redis understands from 7.0 on (Valkey counts on from 7.2). */
const OLDEST_VERSION = { major: 7, minor: 0 };
const APT_TIMEOUT_MS = 120_000;

/** No usable Redis, and none could be fetched. The message says what to type. */
export class RedisUnavailableError extends Error {
  /** @param {string} reason */
  constructor(reason) {
    super(
      `No Redis server ≥ ${OLDEST_VERSION.major}.${OLDEST_VERSION.minor} found (${reason}). Install one with\n` +
        '    sudo apt-get install -y redis-server\n' +
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
 * @property {readonly string[]} [aptOptions] passed to every apt-get call
 * @property {(line: string) => void} [onProgress]
 */

/**
 * Finds a Redis (or Valkey) server: on PATH, then in the project's `.tools/redis`, else fetches the Debian packages into that folder.
 * Fetching needs neither root nor an installed package list; apt checks the signatures as it always does.
 *
 * @param {RedisSearch} [options]
 * @returns {Promise<RedisCommand>}
 * @throws {RedisUnavailableError}
 */
export async function findOrFetchRedis(options = {}) {
  const { root = PROJECT_ROOT, searchPath = process.env.PATH ?? '', aptOptions = [], onProgress = () => {} } = options;
  const folder = join(root, '.tools', 'redis');
  const found = (await findOnPath(searchPath)) ?? (await findFetched(folder));
  if (found !== undefined) return found;
  onProgress(`Redis: none on this machine, fetching one into ${folder}`);
  await fetchPackages(folder, aptOptions);
  const fetched = await findFetched(folder);
  if (fetched === undefined) throw new RedisUnavailableError('the fetched packages do not run on this machine');
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

/**
 * @param {string} folder
 * @param {readonly string[]} aptOptions
 */
async function fetchPackages(folder, aptOptions) {
  await mkdir(dirname(folder), { recursive: true });
  const work = await mkdtemp(join(dirname(folder), 'redis-fetch-'));
  try {
    const unpacked = await downloadWithMachinesLists(work, aptOptions).catch(() => downloadWithOwnLists(work, aptOptions));
    // Whole or not at all: a second process that fetches at the same moment finds either nothing or a complete folder.
    await rm(folder, { recursive: true, force: true });
    await rename(unpacked, folder);
  } catch (cause) {
    throw new RedisUnavailableError(firstLine(cause));
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/**
 * @param {string} work a folder to download into
 * @param {readonly string[]} aptOptions
 */
function downloadWithMachinesLists(work, aptOptions) {
  return download(work, aptOptions);
}

/**
 * A machine without package lists (a slim image), or with outdated ones, gets lists of our own beside the download.
 *
 * @param {string} work
 * @param {readonly string[]} aptOptions
 */
async function downloadWithOwnLists(work, aptOptions) {
  await mkdir(join(work, 'lists', 'partial'), { recursive: true });
  await mkdir(join(work, 'cache', 'archives', 'partial'), { recursive: true });
  const options = [...aptOptions, '-o', `Dir::State::lists=${join(work, 'lists')}`, '-o', `Dir::Cache=${join(work, 'cache')}`];
  await apt(work, ['update', ...options]);
  return download(work, options);
}

/**
 * @param {string} work a folder to download into
 * @param {readonly string[]} aptOptions
 */
async function download(work, aptOptions) {
  const asRoot = ['-o', 'APT::Sandbox::User=root']; // as root, apt would drop to a user who may not write here
  const wanted = await apt(work, ['install', '--print-uris', '-qq', '-y', '--no-install-recommends', ...aptOptions, 'redis-server']);
  // "'<uri>' <name>_<version>_<architecture>.deb <size> <hash>" for each package this machine lacks, libraries included
  const names = [...wanted.matchAll(/^'[^']+' ([a-z0-9][a-z0-9+.-]*)_/gm)].flatMap(([, name]) => name ?? []);
  if (names.length === 0) throw new Error('apt offers no redis-server package');
  await apt(work, ['download', '-qq', ...asRoot, ...aptOptions, ...names]);
  const unpacked = join(work, 'unpacked');
  for (const file of (await readdir(work)).filter((entry) => entry.endsWith('.deb'))) {
    await run('dpkg', ['-x', join(work, file), unpacked], { timeout: APT_TIMEOUT_MS });
  }
  return unpacked;
}

/**
 * @param {string} cwd
 * @param {readonly string[]} args
 */
async function apt(cwd, args) {
  const { stdout } = await run('apt-get', args, { cwd, timeout: APT_TIMEOUT_MS, maxBuffer: 16 * 1024 * 1024 });
  return stdout;
}

/** @param {unknown} cause */
function firstLine(cause) {
  if (!(cause instanceof Error)) return String(cause);
  if ('code' in cause && cause.code === 'ENOENT') return 'this machine has no apt-get';
  const said = 'stderr' in cause && typeof cause.stderr === 'string' ? cause.stderr.trim() : '';
  return (said === '' ? cause.message : said).trim().split('\n')[0] ?? '';
}
