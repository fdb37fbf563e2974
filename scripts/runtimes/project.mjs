import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { packPackages } from '../packed-project.mjs';
import { serveTarballs } from '../shrinkwrap/tarball-registry.mjs';
import { toolsAtHand } from '../tools-at-hand.mjs';

const runFile = promisify(execFile);
const LIMIT_MS = 600_000;
const MAX_OUTPUT_BYTES = 16 * 1024 * 1024;

/**
 * Runs a command to its end, outside this repository: without npm's own settings.
 *
 * @returns {Promise<string>} what it printed
 * @throws {Error} with its output where it failed
 */
export async function run(command, args, { cwd, env = {} }) {
  const outside = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(npm_|INIT_CWD$|NODE_OPTIONS$)/i.test(name)));
  const options = { cwd, env: { ...outside, NO_COLOR: '1', ...env }, timeout: LIMIT_MS, maxBuffer: MAX_OUTPUT_BYTES };
  try {
    const { stdout, stderr } = await runFile(command, args, options);
    return stdout + stderr;
  } catch (error) {
    throw new Error(`${command} ${args.join(' ')}: ${error.message}\n${error.stdout ?? ''}`.trim(), { cause: error });
  }
}

/**
 * Installs the libraries with npm in an empty project, from their tarballs, and their optional peers.
 *
 * @param {string} root
 * @param {{ libraries: readonly { name: string, from: string, peers: readonly string[] }[], folder: string }} input
 */
export async function installLibraries(root, { libraries, folder }) {
  const packed = join(folder, 'packed');
  packPackages(root, { names: libraries.map(({ name }) => name), destination: packed });
  const peers = libraries.flatMap(({ from, peers: names }) => names.map((name) => [name, installedVersion(from, name)]));
  const own = libraries.map(({ name, from }) => [name, JSON.parse(readFileSync(join(from, 'package.json'), 'utf8')).version]);
  const registry = await serveTarballs(packed);
  try {
    await install(folder, Object.fromEntries([...own, ...peers]), [`--@oracle-gateway:registry=${registry.url}`]);
  } finally {
    registry.close();
  }
}

/**
 * Installs tools of `package.json` beside this module in a folder of the project. The libraries find none of them.
 *
 * @param {string} folder
 * @param {readonly string[]} names
 * @throws {NoToolsError} where no registry answers, or the platform has none
 */
export async function installTools(folder, names) {
  const pinned = pinnedTools();
  mkdirSync(folder, { recursive: true });
  const dependencies = Object.fromEntries(names.map((name) => [name, pinned[name]]));
  await toolsAtHand(names.join(', '), () => install(folder, dependencies, []));
}

/** Versions by name, as `package.json` has them. @returns {Record<string, string>} */
export function pinnedTools() {
  return JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')).dependencies;
}

async function install(folder, dependencies, options) {
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'project', private: true, dependencies }));
  await run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', ...options], { cwd: folder });
}

function installedVersion(from, name) {
  return JSON.parse(readFileSync(join(from, 'node_modules', name, 'package.json'), 'utf8')).version;
}
