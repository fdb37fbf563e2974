#!/usr/bin/env node
// Packs the apps and the packages of this repository under them, and installs each app with npm in an empty folder. Each package there must find
// the version of pnpm's lock file, no other package may be there, and the commands must answer. Our tarballs come from a registry on loopback, the
// others from npm's cache or from the registry.
import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { installedFaults } from './shrinkwrap/installed-faults.mjs';
import { lockedGraph } from './shrinkwrap/locked-graph.mjs';
import { serveTarballs } from './shrinkwrap/tarball-registry.mjs';
import { publishedPackages } from './workspace.mjs';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..');
const INSTALL_LIMIT_MS = 600_000;
const COMMAND_LIMIT_MS = 60_000;
const MAX_OUTPUT_BYTES = 16 * 1024 * 1024;

const apps = publishedPackages(root).filter(({ manifest }) => manifest.scripts.prepack?.includes('write-shrinkwrap') === true);
const work = mkdtempSync(join(tmpdir(), 'shrinkwrap-projects-'));
const faults = [];
try {
  const registry = await serveTarballs(packAll(join(work, 'packed')));
  try {
    for (const app of apps) faults.push(...(await faultsOf(app, registry.url)).map((fault) => `${app.folder}: ${fault}`));
  } finally {
    registry.close();
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}
for (const fault of faults) console.error(fault);
console.log(`${apps.length} apps, ${faults.length} faults`);
process.exitCode = faults.length === 0 && apps.length > 0 ? 0 : 1;

function packAll(destination) {
  mkdirSync(destination);
  const filters = apps.flatMap(({ manifest }) => ['--filter-prod', `${manifest.name}...`]);
  execFileSync('pnpm', ['--recursive', ...filters, 'pack', '--pack-destination', destination], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return destination;
}

/** npm asks the registry of this process, so its end is awaited. */
async function faultsOf({ folder, manifest }, registryUrl) {
  const project = join(work, folder.replace('/', '-'));
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), '{ "name": "project", "private": true }');
  const options = ['--no-audit', '--no-fund', '--prefer-offline', `--@oracle-gateway:registry=${registryUrl}`];
  const outside = { cwd: project, env: outsideEnvironment(), maxBuffer: MAX_OUTPUT_BYTES };
  try {
    await run('npm', ['install', ...options, `${manifest.name}@${manifest.version}`], { ...outside, timeout: INSTALL_LIMIT_MS });
  } catch (error) {
    return [error.stderr || error.message];
  }
  const installed = installedFaults({ ...lockedGraph(root, folder), folder: join(project, 'node_modules', manifest.name) });
  const beside = readdirSync(join(project, 'node_modules', '@oracle-gateway')).filter(
    (name) => `@oracle-gateway/${name}` !== manifest.name,
  );
  console.log(`${folder}: ${installed.count} packages, ${installed.faults.length} differences`);
  return [
    ...installed.faults,
    ...beside.map((name) => `${name} is installed beside it, so its shrinkwrap was not read`),
    ...(await commandFaults(manifest, project, outside)),
  ];
}

async function commandFaults({ bin, version }, project, outside) {
  const faults = [];
  for (const name of Object.keys(bin)) {
    const command = join(project, 'node_modules', '.bin', name);
    const output = await run(command, ['--version'], { ...outside, timeout: COMMAND_LIMIT_MS }).then(
      ({ stdout }) => stdout.trim(),
      (error) => error.stderr || error.message,
    );
    if (output !== version) faults.push(`${name} --version: says ${JSON.stringify(output.slice(0, 200))}`);
  }
  return faults;
}

/** The environment outside this repository, without npm's own settings. */
function outsideEnvironment() {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(npm_|INIT_CWD$|NODE_OPTIONS$)/i.test(name)));
}
