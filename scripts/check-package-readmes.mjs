#!/usr/bin/env node
// The first program of each package's README, run alone from the packed tarballs in an empty project, beside a world. It prints what the README
// shows. A program sees what its package depends on and what the README's `npm install` names, and nothing else. It needs a build.
// usage: node scripts/check-package-readmes.mjs [--manifest <file of a world that runs>] [--only <package>]
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { layOutPackage, linkDependency, packPackages } from './packed-project.mjs';
import { firstProgram, isExcerpt } from './readme-blocks.mjs';
import { startWorld } from './started-world.mjs';
import { publishedPackages } from './workspace.mjs';

const root = join(import.meta.dirname, '..');
const LIMIT_MS = 120_000;
/** A program that names it prints the values of one world. All others print what the page shows, to the byte. */
const WORLD = /\.localnet|--localnet/;
/** Packages that are run beside other programs: their README shows the configuration of those. */
const WITHOUT_A_PROGRAM = new Map([
  ['@oracle-gateway/mcp', 'an agent starts it'],
  ['@oracle-gateway/telemetry', 'a service loads it'],
]);

/** Packages that third parties import or run. The services have a configuration, and checks of their own. */
function packagesToTry(only) {
  return publishedPackages(root).filter(
    ({ folder, manifest }) =>
      !folder.startsWith('apps/') && !WITHOUT_A_PROGRAM.has(manifest.name) && [undefined, manifest.name].includes(only),
  );
}

/** Makes an empty project with the package. npm puts its dependencies beside it, and what the README has installed. */
function makeProject(project, { folder, manifest, installs, tarballOf, state }) {
  const modules = join(project, 'node_modules');
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), '{ "name": "project", "private": true }');
  symlinkSync(state, join(project, '.localnet'));
  layOutPackage(root, { name: manifest.name, project, tarballOf });
  const from = join(root, folder);
  const beside = [...Object.keys(manifest.dependencies ?? {}), ...installs].filter((name) => !name.startsWith('@oracle-gateway/'));
  for (const dependency of beside) linkDependency(dependency, { from, modules });
  mkdirSync(join(modules, '.bin'), { recursive: true });
  for (const [name, path] of Object.entries(manifest.bin ?? {})) {
    const command = join(modules, manifest.name, path);
    chmodSync(command, 0o755);
    symlinkSync(command, join(modules, '.bin', name));
  }
}

function run({ language, code }, project) {
  const path = [join(project, 'node_modules', '.bin'), dirname(process.execPath), process.env.PATH].join(delimiter);
  const options = { cwd: project, encoding: 'utf8', timeout: LIMIT_MS, env: { PATH: path, HOME: project } };
  if (language === 'sh') return spawnSync('bash', ['--norc', '-euo', 'pipefail', '-c', code], options);
  // The blocks have no syntax of types, so that each Node runs them as they stand.
  writeFileSync(join(project, 'program.mjs'), code);
  return spawnSync(process.execPath, ['program.mjs'], options);
}

/** Faults of the README of a package. */
function faultsOf({ folder, manifest }, { tarballOf, state, place }) {
  const program = firstProgram(readFileSync(join(root, folder, 'README.md'), 'utf8'));
  if (program === null) return ['its README has no program: show how a user begins'];
  if (program.prints === undefined) return ['its first program shows no output: put it behind <!-- prints -->'];
  const project = join(place, folder.replaceAll('/', '-'));
  makeProject(project, { folder, manifest, installs: program.installs, tarballOf, state });
  const { status, stdout, stderr, error } = run(program, project);
  const isShown = WORLD.test(program.code) ? isExcerpt(program.prints, stdout) : stdout === program.prints;
  if (status === 0 && isShown) return [];
  return [`its first program ended with ${status}${error === undefined ? '' : ` (${error.message})`}; it prints:\n${stdout}${stderr}`];
}

const { values } = parseArgs({ options: { manifest: { type: 'string' }, only: { type: 'string' } } });
const place = mkdtempSync(join(tmpdir(), 'package-readmes-'));
const packages = packagesToTry(values.only);
let world = null;
let faults = 0;
try {
  const tarballOf = packPackages(root, { names: packages.map(({ manifest }) => manifest.name), destination: join(place, 'packed') });
  if (values.manifest === undefined) world = await startWorld(root, { state: join(place, 'world') });
  const state = dirname(world?.manifest ?? resolve(values.manifest));
  for (const entry of packages) {
    for (const fault of faultsOf(entry, { tarballOf, state, place })) {
      faults += 1;
      console.error(`${entry.folder}: ${fault}`);
    }
  }
} finally {
  await world?.stop();
  rmSync(place, { recursive: true, force: true });
}
console.log(`${packages.length} first programs of READMEs, ${faults} faults`);
process.exitCode = faults === 0 && packages.length > 0 ? 0 : 1;
