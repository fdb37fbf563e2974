// Plain, since `npm start` and `npm test` use it before anything is built; typed by JSDoc.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const APT_TIMEOUT_MS = 120_000;

/**
 * @typedef {object} WantedPackage
 * @property {string} name
 * @property {boolean} isAlone without the packages that it needs: one program of it needs none of them
 *
 * @typedef {object} DebianPackage
 * @property {string} folder what it is unpacked as
 * @property {string} name
 * @property {boolean} [isAlone]
 * @property {readonly string[]} [aptOptions] passed to every apt-get call
 */

/**
 * Fetches a Debian package, and the packages that it needs and this machine lacks, into a folder. It needs neither root nor an installed package
 * list; apt checks the signatures as it always does.
 *
 * @param {DebianPackage} input
 * @throws what apt or dpkg says; see `reasonOf`
 */
export async function fetchDebianPackage({ folder, name, isAlone = false, aptOptions = [] }) {
  const wanted = { name, isAlone };
  await mkdir(dirname(folder), { recursive: true });
  const work = await mkdtemp(join(dirname(folder), `${name}-fetch-`));
  try {
    const unpacked = await download(work, wanted, aptOptions).catch(() => downloadWithOwnLists(work, wanted, aptOptions));
    // Whole or not at all: a second process that fetches at the same moment finds either nothing or a complete folder.
    await rm(folder, { recursive: true, force: true });
    await rename(unpacked, folder);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/**
 * A machine without package lists (a slim image), or with outdated ones, gets lists of our own beside the download.
 *
 * @param {string} work
 * @param {WantedPackage} wanted
 * @param {readonly string[]} aptOptions
 */
async function downloadWithOwnLists(work, wanted, aptOptions) {
  await mkdir(join(work, 'lists', 'partial'), { recursive: true });
  await mkdir(join(work, 'cache', 'archives', 'partial'), { recursive: true });
  const options = [...aptOptions, '-o', `Dir::State::lists=${join(work, 'lists')}`, '-o', `Dir::Cache=${join(work, 'cache')}`];
  await apt(work, ['update', ...options]);
  return download(work, wanted, options);
}

/**
 * @param {string} work a folder to download into
 * @param {WantedPackage} wanted
 * @param {readonly string[]} aptOptions
 */
async function download(work, { name, isAlone }, aptOptions) {
  const asRoot = ['-o', 'APT::Sandbox::User=root']; // as root, apt would drop to a user who may not write here
  const names = isAlone ? [name] : await withDependencies(work, name, aptOptions);
  await apt(work, ['download', '-qq', ...asRoot, ...aptOptions, ...names]);
  const unpacked = join(work, 'unpacked');
  for (const file of (await readdir(work)).filter((entry) => entry.endsWith('.deb'))) {
    await run('dpkg', ['-x', join(work, file), unpacked], { timeout: APT_TIMEOUT_MS });
  }
  return unpacked;
}

/**
 * @param {string} work
 * @param {string} name
 * @param {readonly string[]} aptOptions
 */
async function withDependencies(work, name, aptOptions) {
  const listed = await apt(work, ['install', '--print-uris', '-qq', '-y', '--no-install-recommends', ...aptOptions, name]);
  // "'<uri>' <name>_<version>_<architecture>.deb <size> <hash>" for each package this machine lacks, libraries included
  const names = [...listed.matchAll(/^'[^']+' ([a-z0-9][a-z0-9+.-]*)_/gm)].flatMap(([, found]) => found ?? []);
  if (names.length === 0) throw new Error(`apt offers no ${name} package`);
  return names;
}

/**
 * @param {string} cwd
 * @param {readonly string[]} args
 */
async function apt(cwd, args) {
  const { stdout } = await run('apt-get', args, { cwd, timeout: APT_TIMEOUT_MS, maxBuffer: 16 * 1024 * 1024 });
  return stdout;
}

/**
 * The first line of what a tool said, for a message.
 *
 * @param {unknown} cause
 */
export function reasonOf(cause) {
  if (!(cause instanceof Error)) return String(cause);
  if ('code' in cause && cause.code === 'ENOENT') return 'this machine has no apt-get';
  const said = 'stderr' in cause && typeof cause.stderr === 'string' ? cause.stderr.trim() : '';
  return (said === '' ? cause.message : said).trim().split('\n')[0] ?? '';
}
