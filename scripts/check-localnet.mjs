#!/usr/bin/env node
// Packs the localnet and the packages of this repository under it, and installs the tarballs with npm in an empty folder.
// `npx localnet --once` there must start a world, ask for rounds in every way to pay, and check each answer. A world without
// the flag must stay, with its keeper, until Ctrl-C. The other dependencies come from npm's cache or from the registry.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { workspaceManifest } from './workspace.mjs';

const root = join(import.meta.dirname, '..');
const LOCALNET = '@oracle-gateway/localnet';
const LIMIT_MS = 600_000;
const LAST_LINES = 30;
/** Exit code of a program that Ctrl-C ended. */
const INTERRUPTED = 130;
/** The launcher's last line: from here on it waits. */
const STAYS = 'Ctrl-C stops everything';

const folder = mkdtempSync(join(tmpdir(), 'localnet-project-'));
const project = join(folder, 'project');
const faults = [];

function packAll(destination) {
  const options = ['--pack-destination', destination, '--config.ignore-scripts=true'];
  execFileSync('pnpm', ['--recursive', '--filter-prod', `${LOCALNET}...`, 'pack', ...options], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return readdirSync(destination).map((name) => join(destination, name));
}

/** The environment outside this repository, without npm's own settings. */
function outside(extra) {
  const own = Object.entries(process.env).filter(([name]) => !/^(npm_|INIT_CWD$|NODE_OPTIONS$|REDIS_URL$)/i.test(name));
  return { ...Object.fromEntries(own), ...extra };
}

function run(command, args, extra = {}) {
  const options = { cwd: project, encoding: 'utf8', env: outside(extra), timeout: LIMIT_MS };
  const { status, stdout, stderr, error } = spawnSync(command, args, options);
  return { status, output: `${error?.message ?? ''}${stdout}${stderr}` };
}

/** Starts a world that stays, and presses Ctrl-C when it says so. `npx` ends as its program does, or by the signal. */
function stayUntilCtrlC(extra) {
  const world = spawn('npx', ['localnet', '--port', '0'], { cwd: project, env: outside(extra), detached: true });
  const interrupt = () => process.kill(-world.pid, 'SIGINT');
  const timer = setTimeout(interrupt, LIMIT_MS);
  let output = '';
  let isInterrupted = false;
  const read = (text) => {
    output += text;
    if (isInterrupted || !output.includes(STAYS)) return;
    isInterrupted = true;
    interrupt();
  };
  world.stdout.setEncoding('utf8').on('data', read);
  world.stderr.setEncoding('utf8').on('data', read);
  return new Promise((resolve, reject) => {
    world.once('error', reject);
    world.once('close', (status, signal) => {
      clearTimeout(timer);
      resolve({ status: signal === 'SIGINT' || status === INTERRUPTED ? 0 : status, output });
    });
  });
}

function expect(what, { status, output }, { exitCode, text }) {
  if (status === exitCode && output.includes(text)) return;
  const lines = output.trimEnd().split('\n').slice(-LAST_LINES).join('\n');
  faults.push(`${what}: exit code ${status}, not ${exitCode} with ${JSON.stringify(text)}:\n${lines}`);
}

try {
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), '{ "name": "project", "private": true }');
  const packed = join(folder, 'packed');
  mkdirSync(packed);
  const installed = run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', ...packAll(packed)]);
  expect('npm install', installed, { exitCode: 0, text: 'added' });
  // A Redis server that was fetched for this repository is not fetched again.
  const caches = join(folder, 'caches');
  mkdirSync(caches);
  symlinkSync(root, join(caches, 'oracle-gateway'));
  const extra = { XDG_CACHE_HOME: caches };
  const localnet = (...args) => run('npx', ['localnet', ...args], extra);
  if (faults.length === 0) {
    const { version } = workspaceManifest(root, 'apps/localnet');
    expect('localnet --version', localnet('--version'), { exitCode: 0, text: version });
    expect('localnet --evm', localnet('--once', '--evm', '--port', '0'), { exitCode: 2, text: 'needs the contracts of the repository' });
    expect('localnet --once', localnet('--once', '--port', '0'), { exitCode: 0, text: 'Everything above was checked' });
    expect('localnet, until Ctrl-C', await stayUntilCtrlC(extra), { exitCode: 0, text: STAYS });
    if (!existsSync(join(project, '.localnet', 'logs')))
      faults.push('localnet --once: its state is not in the folder where it was started');
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
for (const fault of faults) console.error(fault);
console.log(`the localnet's tarball, ${faults.length} faults`);
process.exitCode = faults.length === 0 ? 0 : 1;
