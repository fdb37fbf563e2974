#!/usr/bin/env node
// Makes the next release in a clone of the last commit, up to the last step before a registry: versions and changelogs, a build, a dry publication of
// each package and crate, the wheel and the sdist, the bill of materials, and the notes. A package that would have another version than expected is
// a fault. It needs npm's registry, crates.io and PyPI, or their caches.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { publishedPackages, workspaceManifest } from './workspace.mjs';

const root = join(import.meta.dirname, '..');
const LIMIT_MS = 1_800_000;
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;
const REPOSITORY = 'git+https://github.com/oracle-gateway/oracle-gateway.git';
/** The version of a package before its first release, and of that release. */
const [UNRELEASED, FIRST] = ['0.0.0', '0.1.0'];
const CRATES = ['attestation', 'feed'];
const PYTHON_TOOLS = ['build==1.6.1', 'hatchling==1.33.0', 'twine==7.0.0'];

const faults = [];

/** Runs a step in the clone, and tells its seconds; its output is shown where it fails. */
function step(command, args, { cwd = clone, env = {} } = {}) {
  const startMs = performance.now();
  const options = { cwd, encoding: 'utf8', timeout: LIMIT_MS, maxBuffer: MAX_OUTPUT_BYTES, stdio: ['ignore', 'pipe', 'pipe'] };
  try {
    const output = execFileSync(command, args, { ...options, env: { ...process.env, ...env } });
    const seconds = ((performance.now() - startMs) / 1000).toFixed(1);
    console.log(`${seconds} s ${relative(clone, cwd)}$ ${[command, ...args].join(' ')}`.replaceAll(work, '…'));
    return output;
  } catch (error) {
    throw new Error(`${command} ${args.join(' ')}:\n${error.stdout ?? ''}${error.stderr ?? error.message}`, { cause: error });
  }
}

/** Whether a version is one step of semantic versioning after another. */
function follows(before, after) {
  const [from, to] = [before, after].map((version) => version.split('.').map(Number));
  const place = to.findIndex((part, index) => part !== from[index]);
  return place !== -1 && to[place] === from[place] + 1 && to.slice(place + 1).every((part) => part === 0);
}

function checkVersions(before) {
  for (const { folder, manifest } of publishedPackages(clone)) {
    const { version: from } = before.get(manifest.name);
    const isExpected = from === UNRELEASED ? manifest.version === FIRST : manifest.version === from || follows(from, manifest.version);
    if (!isExpected) faults.push(`${folder}: would be ${manifest.version} after ${from}`);
    if (manifest.repository.url !== REPOSITORY || manifest.repository.directory !== folder)
      faults.push(`${folder}: repository: must be ${REPOSITORY} and the folder; npm attests no other`);
    if (manifest.publishConfig?.access !== 'public') faults.push(`${folder}: publishConfig.access: must be public`);
  }
}

/** A dry publication says what a registry would get. */
function publishPackages() {
  for (const { folder, manifest } of publishedPackages(clone)) {
    const output = step('pnpm', ['publish', '--dry-run', '--no-git-checks'], { cwd: join(clone, folder) });
    if (!output.includes(`+ ${manifest.name}@${manifest.version}`))
      faults.push(`${folder}: the dry publication says: ${output.slice(-400)}`);
  }
}

function publishCrates() {
  const target = join(root, 'programs', 'target');
  for (const crate of CRATES) {
    // It is the last commit as it stands, without what the release has changed elsewhere.
    step('cargo', ['publish', '--dry-run', '--locked', '--allow-dirty', '--target-dir', target], { cwd: join(clone, 'programs', crate) });
  }
}

function buildPython() {
  const { version } = workspaceManifest(clone, 'packages/client');
  step('python3', ['-m', 'venv', join(work, 'venv')]);
  const python = join(work, 'venv', 'bin', 'python');
  step(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...PYTHON_TOOLS]);
  const dist = join(work, 'dist');
  step(python, ['-m', 'build', '--no-isolation', '--outdir', dist, join(clone, 'clients', 'python')]);
  const files = ['-py3-none-any.whl', '.tar.gz'].map((ending) => join(dist, `oracle_gateway-${version}${ending}`));
  step(python, ['-m', 'twine', 'check', '--strict', ...files]);
}

const work = mkdtempSync(join(tmpdir(), 'dry-release-'));
const clone = join(work, 'clone');
const before = new Map(publishedPackages(root).map(({ manifest }) => [manifest.name, manifest]));
try {
  step('git', ['clone', '--quiet', root, clone], { cwd: work });
  step('pnpm', ['install', '--frozen-lockfile', '--prefer-offline']);
  step('pnpm', ['run', 'version-packages']);
  checkVersions(before);
  step('pnpm', ['run', 'build']);
  publishPackages();
  publishCrates();
  buildPython();
  step('pnpm', ['run', 'sbom']);
  const changed = publishedPackages(clone).filter(({ manifest }) => manifest.version !== before.get(manifest.name).version);
  const published = JSON.stringify(changed.map(({ manifest: { name, version } }) => ({ name, version })));
  const notes = step('node', ['scripts/release-notes.mjs'], { env: { PUBLISHED_PACKAGES: published } });
  console.log(notes);
} finally {
  rmSync(work, { recursive: true, force: true });
}
for (const fault of faults) console.error(fault);
console.log(`a dry release of ${before.size} packages, ${CRATES.length} crates and a wheel, ${faults.length} faults`);
process.exitCode = faults.length === 0 && before.size > 0 ? 0 : 1;
