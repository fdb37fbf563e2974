import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parse } from 'yaml';
import { workspaceManifest } from '../workspace.mjs';
import { packageFolder } from './package-folder.mjs';

/** `link:../../packages/protocol` */
const LINK = /^link:(.+)$/;
/** `node-fetch-native@1.6.7`, `@solana/kit@5.5.1(typescript@5.9.3)`: name, version, and the peers that this copy has. */
const SNAPSHOT = /^(@?[^@]+)@([^(]+)/;

/**
 * @typedef {object} LockedPackage a package as the lock file has it, with the peers that it was resolved with
 * @property {string} name
 * @property {string} version
 * @property {Readonly<Record<string, string>>} dependencies key in the graph by the name under which the package asks for it, peers included
 * @property {ReadonlySet<string>} optional names among them that may be missing
 * @property {ReadonlySet<string>} peers names among them that a dependent has to share
 * @property {Readonly<Record<string, unknown>>} limits of its platform and of Node, as npm's lock files have them
 * @property {string | Readonly<Record<string, string>>} [bin] its commands: install scripts of others call them
 * @property {boolean} hasInstallScript
 * @property {string} [integrity] none for a package of this workspace, nor for a binary that the lock file lacks
 *
 * @typedef {Readonly<Record<string, LockedPackage>>} LockedGraph
 */

const EXACT = /^\d+\.\d+\.\d+$/;
/** Scripts that npm runs where it installs a package. */
const INSTALL_SCRIPTS = ['preinstall', 'install', 'postinstall'];

/**
 * Everything that an installation of a workspace's package brings along, by pnpm's lock file: its overrides are in it. Commands and install scripts
 * come from what pnpm has installed here; packages for other platforms are bare binaries.
 *
 * @param {string} root of the workspace
 * @param {string} folder of the package
 * @returns {{ graph: LockedGraph, start: string }}
 */
export function lockedGraph(root, folder) {
  const lock = parse(readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8'));
  const graph = {};
  const start = `link:${folder}`;
  const left = [{ key: start, installed: join(root, folder) }];
  while (left.length > 0) {
    const { key, installed } = left.pop();
    if (graph[key] !== undefined) continue;
    const [, linked] = LINK.exec(key) ?? [];
    const locked = linked === undefined ? snapshotOf(lock, key) : workspacePackage(lock, { root, folder: linked });
    graph[key] = locked;
    if (installed === null) continue;
    const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
    Object.assign(locked, commandsOf(manifest));
    for (const binary of linked === undefined ? unlockedBinaries(lock, manifest) : []) {
      graph[`${binary.name}@${binary.version}`] = binary;
      locked.dependencies[binary.name] = `${binary.name}@${binary.version}`;
      locked.optional.add(binary.name);
    }
    for (const [asked, found] of Object.entries(locked.dependencies)) left.push({ key: found, installed: packageFolder(installed, asked) });
  }
  return { graph, start };
}

function commandsOf({ bin, scripts = {} }) {
  return { ...(bin === undefined ? {} : { bin }), hasInstallScript: INSTALL_SCRIPTS.some((name) => scripts[name] !== undefined) };
}

/** Binaries for other platforms that the lock file lacks: an optional dependency of one exact version. Their hashes are not known here. */
function unlockedBinaries({ packages }, { optionalDependencies = {} }) {
  return Object.entries(optionalDependencies)
    .filter(([name, version]) => EXACT.test(version) && packages[`${name}@${version}`] === undefined)
    .map(([name, version]) => ({
      name,
      version,
      dependencies: {},
      optional: new Set(),
      peers: new Set(),
      limits: {},
      hasInstallScript: false,
    }));
}

function workspacePackage({ importers }, { root, folder }) {
  const { name, version, engines, dependencies = {}, optionalDependencies = {} } = workspaceManifest(root, folder);
  const importer = importers[folder];
  const found = { ...importer.dependencies, ...importer.optionalDependencies };
  const names = Object.keys({ ...dependencies, ...optionalDependencies });
  return {
    name,
    version,
    dependencies: Object.fromEntries(names.map((asked) => [asked, keyOf(asked, found[asked].version, folder)])),
    optional: new Set(Object.keys(optionalDependencies)),
    peers: new Set(),
    limits: { engines },
    hasInstallScript: false,
  };
}

function snapshotOf({ snapshots, packages }, key) {
  const { dependencies = {}, optionalDependencies = {} } = snapshots[key];
  const [identity, name, version] = SNAPSHOT.exec(key);
  const { resolution, engines, os, cpu, libc, peerDependencies = {}, peerDependenciesMeta = {} } = packages[identity];
  // npm installs no optional peer, and the project uses none that it does not name.
  const isLeftOut = (asked) => peerDependenciesMeta[asked]?.optional === true;
  const all = Object.entries({ ...dependencies, ...optionalDependencies }).filter(([asked]) => !isLeftOut(asked));
  return {
    name,
    version,
    dependencies: Object.fromEntries(all.map(([asked, found]) => [asked, keyOf(asked, found)])),
    optional: new Set(Object.keys(optionalDependencies)),
    peers: new Set(Object.keys(peerDependencies)),
    limits: { engines, os: listOf(os), cpu: listOf(cpu), libc: listOf(libc) },
    hasInstallScript: false,
    integrity: resolution.integrity,
  };
}

/** The lock file has a version where the name is the asked one, and both where an override or an alias gave another package. */
function keyOf(asked, found, folder) {
  const [, linked] = LINK.exec(found) ?? [];
  if (linked !== undefined) return `link:${posix.join(folder, linked)}`;
  return /^\d/.test(found) ? `${asked}@${found}` : found;
}

/** Some packages name their platform in a text, where a list is due. */
function listOf(value) {
  return typeof value === 'string' ? [value] : value;
}
