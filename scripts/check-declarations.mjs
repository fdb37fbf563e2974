#!/usr/bin/env node
// The declarations of every published library, from the packed tarballs in an empty project, as the compilers of users read them: strict, in each
// way to resolve modules, with all declarations checked. A page has the types of a browser, a service those of Node. It needs a build.
// usage: node scripts/check-declarations.mjs [--fetched] [--only <version>] [--write]
//   --fetched  the compilers of scripts/runtimes/package.json, from the registry   --write  keeps what they read, for docs/runtimes.md
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { nativeCompiler } from './native-compiler.mjs';
import { layOutPackage, linkDependency, packPackages } from './packed-project.mjs';
import { HOSTS, resolutionsOf, tsconfigOf, usageFile } from './runtimes/compilers.mjs';
import { installTools, pinnedTools } from './runtimes/project.mjs';
import { USAGE } from './runtimes/usage.mjs';
import { publishedPackages } from './workspace.mjs';

const root = join(import.meta.dirname, '..');
const TRIED = join(root, 'scripts/runtimes/tried.json');
const LIMIT_MS = 600_000;
const MAX_ERRORS = 12;
/** Entries whose declarations have types of Node. */
const OF_NODE = /^@oracle-gateway\/(?:admin|ledger|litesvm-rpc|outbox|telemetry|[\w-]+\/(?:native|node|stream))\b/;
const { values: flags } = parseArgs({
  options: {
    fetched: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    write: { type: 'boolean', default: false },
  },
});

const libraries = librariesWithTypes();
const project = mkdtempSync(join(tmpdir(), 'declarations-'));
const faults = [];
const tried = [];
let count = 0;
try {
  writeFileSync(join(project, 'package.json'), '{ "name": "project", "private": true }');
  layOutLibraries();
  const compilers = flags.fetched ? await fetchedCompilers(join(project, 'compilers')) : ownCompilers();
  for (const compiler of compilers.filter(({ version }) => version.startsWith(flags.only))) {
    for (const resolution of compiler.resolutions) for (const host of Object.keys(HOSTS)) compileIn(compiler, resolution, host);
    tried.push({ version: compiler.version, resolutions: compiler.resolutions.map(({ name }) => name) });
  }
} finally {
  rmSync(project, { recursive: true, force: true });
}
if (flags.write && flags.fetched && faults.length === 0) {
  const kept = JSON.parse(readFileSync(TRIED, 'utf8'));
  writeFileSync(TRIED, `${JSON.stringify({ ...kept, compilers: tried }, null, 2)}\n`);
}
for (const fault of faults) console.error(fault);
console.log(`${count} projects of ${libraries.length} libraries, ${faults.length} faults`);
process.exitCode = faults.length === 0 && count > 0 ? 0 : 1;

/** Packages with entries that have declarations, as they are published. */
function librariesWithTypes() {
  return publishedPackages(root)
    .filter(({ folder }) => !folder.startsWith('apps/'))
    .map(({ folder, manifest }) => ({ folder, ...manifest, ...manifest.publishConfig }))
    .map(({ folder, name, main, exports, peerDependencies = {} }) => ({
      name,
      from: join(root, folder),
      isCommonJs: main !== undefined,
      peers: Object.keys(peerDependencies),
      entries: Object.entries(exports).flatMap(([subpath, { types }]) => (types === undefined ? [] : [name + subpath.slice(1)])),
    }))
    .filter(({ entries }) => entries.length > 0);
}

function layOutLibraries() {
  const modules = join(project, 'node_modules');
  const tarballOf = packPackages(root, { names: libraries.map(({ name }) => name), destination: join(project, 'packed') });
  linkDependency('@types/node', { from: root, modules });
  for (const { name, peers, from } of libraries) {
    layOutPackage(root, { name, project, tarballOf });
    for (const peer of peers) linkDependency(peer, { from, modules });
  }
}

/** The compilers of this repository: the native one, and the last that knows `node10`. */
function ownCompilers() {
  const { version } = JSON.parse(readFileSync(join(root, 'node_modules/typescript/package.json'), 'utf8'));
  const native = spawnSync(nativeCompiler, ['--version'], { encoding: 'utf8' }).stdout.replace('Version', '').trim();
  const known = resolutionsOf(native);
  return [
    { version: native, command: [nativeCompiler], resolutions: known },
    {
      version,
      command: [process.execPath, join(root, 'node_modules/typescript/bin/tsc')],
      resolutions: resolutionsOf(version).filter((resolution) => !known.includes(resolution)),
    },
  ];
}

async function fetchedCompilers(folder) {
  const pinned = Object.entries(pinnedTools()).filter(([name]) => name.startsWith('typescript-'));
  const names = pinned.map(([name]) => name);
  await installTools(folder, names);
  return names.map((name) => {
    const { version } = JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8'));
    const command = [process.execPath, join(folder, 'node_modules', name, 'bin/tsc')];
    return { version, command, resolutions: resolutionsOf(version) };
  });
}

/** Compiles every entry. One that is right with all declarations checked is right without. */
function compileIn(compiler, resolution, host) {
  const entries = libraries
    .filter(({ isCommonJs }) => isCommonJs || !resolution.isCommonJs)
    .flatMap((library) => library.entries)
    .filter((entry) => host === 'service' || !OF_NODE.test(entry));
  const { version } = compiler;
  const [program, ...words] = compiler.command;
  const folder = join(project, 'compiled');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  writeFileSync(join(folder, resolution.file), entries.map((entry, index) => `export * as entry${index} from '${entry}';\n`).join(''));
  writeFileSync(join(folder, usageFile(resolution.file)), USAGE);
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(tsconfigOf({ version, resolution, host })));
  const { status, stdout, stderr, error } = spawnSync(program, [...words, '-p', folder], { encoding: 'utf8', timeout: LIMIT_MS });
  count += 1;
  if (status === 0) return;
  const printed = (error?.message ?? `${stdout}${stderr}`).trim().split('\n').slice(0, MAX_ERRORS).join('\n');
  faults.push(`TypeScript ${version}, ${resolution.name}, ${host}:\n${printed}`);
}
