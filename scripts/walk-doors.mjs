#!/usr/bin/env node
// Walks the three doors of the README as a new user: clones the last commit into an empty folder, starts the world there, and pastes the first block
// of each door into another terminal. Prints each step with its time. A step fails where its command fails, or where the door shows another output.
// No time is judged.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { spawnTied } from '../packages/dev-servers/src/spawn-tied.mjs';
import { doorsOf, isExcerpt } from './readme-blocks.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const REPOSITORY = 'https://github.com/oracle-gateway/oracle-gateway';
const ORIGIN = 'http://127.0.0.1:8080';
const LIMIT_MS = 900_000;
/** The launcher's last line: from here on it waits for Ctrl-C. */
const STAYS = /Ctrl-C stops everything/;

const folder = await mkdtemp(join(tmpdir(), 'new-user-'));
const clone = join(folder, 'oracle-gateway');
/** A new user has no settings, and none of this repository's bins in the PATH. */
const PATH = (process.env.PATH ?? '')
  .split(':')
  .filter((entry) => !entry.startsWith(root))
  .join(':');
const env = { PATH, HOME: join(folder, 'home') };
let world;

async function step(what, act) {
  const startedAtMs = performance.now();
  const result = await act();
  console.log(`${((performance.now() - startedAtMs) / 1_000).toFixed(1).padStart(7)} s  ${what}`);
  return result;
}

async function paste(command, cwd) {
  try {
    return (await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', command], { cwd, env, timeout: LIMIT_MS })).stdout;
  } catch (error) {
    throw new Error(`${command}\n${error.stdout ?? ''}${error.stderr ?? error.message}`, { cause: error });
  }
}

/** Types `npm start`, on free ports because others may use this machine. Resolves when the world waits for Ctrl-C. */
function start() {
  world = spawnTied('npm', ['start', '--', '--port', '0'], { cwd: clone, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  let printed = '';
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`npm start: not ready after ${LIMIT_MS / 1_000} s:\n${printed}`)), LIMIT_MS);
    const read = (text) => {
      printed += text;
      if (!STAYS.test(printed)) return;
      clearTimeout(timer);
      resolve();
    };
    world.stdout.setEncoding('utf8').on('data', read);
    world.stderr.setEncoding('utf8').on('data', read);
    world.once('error', reject);
    world.once('exit', (code, signal) => reject(new Error(`npm start ended (${code ?? signal}):\n${printed}`)));
  });
}

function stop() {
  const ended = new Promise((resolve) => world.once('exit', resolve));
  process.kill(-world.pid, 'SIGINT');
  return ended;
}

async function enter({ title, command, prints }, gatewayUrl) {
  const printed = await paste(command.replaceAll(ORIGIN, gatewayUrl), clone);
  if (prints !== undefined && !isExcerpt(prints, printed))
    throw new Error(`${title}: the README shows\n${prints}\nand the command prints\n${printed}`);
}

try {
  const { clones, doors } = doorsOf(await readFile(join(root, 'README.md'), 'utf8'));
  if (!clones.startsWith(`git clone ${REPOSITORY}\n`)) throw new Error('the first block of the doors does not begin with git clone');
  if (doors.length !== 3) throw new Error(`the README has ${doors.length} doors with a block to paste, not 3`);
  await step(`git clone, of the last commit of ${root}`, () => paste(`git clone --quiet --depth 1 'file://${root}' '${clone}'`, folder));
  await step('npm start, until the demo is done', start);
  const { gatewayUrl } = JSON.parse(await readFile(join(clone, '.localnet', 'manifest.json'), 'utf8'));
  for (const door of doors) await step(`${door.title}: ${door.command.trim()}`, () => enter(door, gatewayUrl));
  await step('Ctrl-C', stop);
  world = undefined;
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  if (world !== undefined && world.exitCode === null && world.signalCode === null) await stop();
  await rm(folder, { recursive: true, force: true });
}
