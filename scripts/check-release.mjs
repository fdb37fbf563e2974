#!/usr/bin/env node
// Makes the next release in a clone of the last commit, up to the last step before a registry: versions and changelogs, a build, a dry publication of
// each package and crate, the wheel and the sdist, the bill of materials, and the notes. A package that would have another version than expected is
// a fault. It needs npm's registry, crates.io and PyPI, or their caches.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { publishedPackages, workspaceManifest } from './workspace.mjs';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..');
const LIMIT_MS = 1_800_000;
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;
const REPOSITORY = 'git+https://github.com/oracle-gateway/oracle-gateway.git';
/** The version of a package before its first release, and of that release. */
const [UNRELEASED, FIRST] = ['0.0.0', '0.1.0'];
const CRATES = ['attestation', 'feed'];
const PYTHON_TOOLS = ['build==1.6.1', 'hatchling==1.33.0', 'twine==7.0.0'];

const faults = [];

/** Runs a step in the clone, tells its seconds, and answers its output, which is shown where it fails. */
async function step(command, args, { cwd = clone, env = {} } = {}) {
  const startMs = performance.now();
  const shown = `${relative(clone, cwd)}$ ${[command, ...args].join(' ')}`.replaceAll(work, '…');
  const options = { cwd, timeout: LIMIT_MS, maxBuffer: MAX_OUTPUT_BYTES, env: { ...process.env, ...env } };
  try {
    const done = run(command, args, options);
    // A command that asks a question ends.
    done.child.stdin.end();
    return (await done).stdout;
  } catch (error) {
    throw new Error(`${shown}:\n${error.stdout ?? ''}${error.stderr || error.message}`, { cause: error });
  } finally {
    console.log(`${((performance.now() - startMs) / 1000).toFixed(1)} s ${shown}`);
  }
}

/** Waits for all, so that none works on in a folder that is gone. @throws the first error */
async function all(parts) {
  const failed = (await Promise.allSettled(parts)).find(({ status }) => status === 'rejected');
  if (failed !== undefined) throw failed.reason;
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
async function publishPackages() {
  for (const { folder, manifest } of publishedPackages(clone)) {
    const output = await step('pnpm', ['publish', '--dry-run', '--no-git-checks'], { cwd: join(clone, folder) });
    if (!output.includes(`+ ${manifest.name}@${manifest.version}`))
      faults.push(`${folder}: the dry publication says: ${output.slice(-400)}`);
  }
}

async function publishCrates() {
  const target = join(root, 'programs', 'target');
  for (const crate of CRATES) {
    // It is the last commit as it stands, without what the release has changed elsewhere.
    await step('cargo', ['publish', '--dry-run', '--locked', '--allow-dirty', '--target-dir', target], {
      cwd: join(clone, 'programs', crate),
    });
  }
}

async function buildPython() {
  const { version } = workspaceManifest(clone, 'packages/client');
  await step('python3', ['-m', 'venv', join(work, 'venv')]);
  const python = join(work, 'venv', 'bin', 'python');
  await step(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...PYTHON_TOOLS]);
  const dist = join(work, 'dist');
  await step(python, ['-m', 'build', '--no-isolation', '--outdir', dist, join(clone, 'clients', 'python')]);
  const files = ['-py3-none-any.whl', '.tar.gz'].map((ending) => join(dist, `oracle_gateway-${version}${ending}`));
  await step(python, ['-m', 'twine', 'check', '--strict', ...files]);
}

const work = mkdtempSync(join(tmpdir(), 'dry-release-'));
const clone = join(work, 'clone');
const before = new Map(publishedPackages(root).map(({ manifest }) => [manifest.name, manifest]));
try {
  await step('git', ['clone', '--quiet', root, clone], { cwd: work });
  await step('pnpm', ['install', '--frozen-lockfile', '--prefer-offline']);
  await step('pnpm', ['run', 'version-packages']);
  checkVersions(before);
  await step('pnpm', ['run', 'build']);
  await all([publishPackages(), publishCrates(), buildPython(), step('pnpm', ['run', 'sbom'])]);
  const changed = publishedPackages(clone).filter(({ manifest }) => manifest.version !== before.get(manifest.name).version);
  const published = JSON.stringify(changed.map(({ manifest: { name, version } }) => ({ name, version })));
  const notes = await step('node', ['scripts/release-notes.mjs'], { env: { PUBLISHED_PACKAGES: published } });
  console.log(notes);
} finally {
  rmSync(work, { recursive: true, force: true });
}
for (const fault of faults) console.error(fault);
console.log(`a dry release of ${before.size} packages, ${CRATES.length} crates and a wheel, ${faults.length} faults`);
process.exitCode = faults.length === 0 && before.size > 0 ? 0 : 1;
