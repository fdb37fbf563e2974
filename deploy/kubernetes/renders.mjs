import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { manifestFaults, parseManifests } from './manifests.mjs';

const run = promisify(execFile);
/** Both are Kustomize; either may be installed. */
const RENDERERS = [
  ['kustomize', 'build'],
  ['kubectl', 'kustomize'],
];
const MAX_OUTPUT_BYTES = 16 * 1024 * 1024;

/**
 * Faults of the bases as Kustomize renders them: a base that it refuses, or a name that leads nowhere.
 *
 * @param {string} folder
 * @returns {Promise<{ faults: string[] } | { missing: string }>}
 */
export async function rendersOf(folder) {
  const renderer = await installed();
  if (renderer === undefined) return { missing: 'needs kustomize or kubectl' };
  const bases = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const faults = await Promise.all(
    bases.map((base) => faultsOf(renderer, join(folder, base)).then((found) => found.map((fault) => `${base}: ${fault}`))),
  );
  return { faults: faults.flat() };
}

async function installed() {
  for (const renderer of RENDERERS) {
    const answers = await run(renderer[0], ['version', ...(renderer[0] === 'kubectl' ? ['--client'] : [])]).then(
      () => true,
      () => false,
    );
    if (answers) return renderer;
  }
  return undefined;
}

async function faultsOf([command, ...words], base) {
  let stdout;
  try {
    ({ stdout } = await run(command, [...words, base], { maxBuffer: MAX_OUTPUT_BYTES }));
  } catch (error) {
    return [error.stderr.trim()];
  }
  const manifests = parseManifests(stdout);
  return [...manifests.flatMap(manifestFaults), ...danglingNames(manifests)];
}

/** ConfigMaps that a pod mounts: Kustomize gives each a name by its content, and follows the name where it finds it. */
function danglingNames(manifests) {
  const made = new Set(manifests.filter(({ kind }) => kind === 'ConfigMap').map(({ metadata }) => metadata.name));
  const used = manifests.flatMap(({ spec }) => spec?.template?.spec?.volumes ?? []).flatMap(({ configMap }) => configMap?.name ?? []);
  return used.filter((name) => !made.has(name)).map((name) => `no ConfigMap is called ${name}`);
}
