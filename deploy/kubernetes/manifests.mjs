import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { validatorOf } from './models.mjs';
import { podFaults } from './pods.mjs';

/**
 * Faults of the manifests of a folder: by the API of Kubernetes, KEDA and the Prometheus operator, keys that they have not included; and by what
 * each has to have here. A Secret is the operator's, who makes it by name.
 *
 * @param {string} folder
 * @returns {Promise<{ count: number, faults: string[], manifests: any[] }>}
 */
export async function manifestsOf(folder) {
  const paths = (await readdir(folder, { recursive: true })).filter((path) => path.endsWith('.yaml'));
  const found = await Promise.all(paths.map(async (path) => ({ path, text: await readFile(join(folder, path), 'utf8') })));
  const faults = [];
  const manifests = [];
  for (const { path, text } of found) {
    const own = parseManifests(text);
    if (path.endsWith('kustomization.yaml')) continue;
    manifests.push(...own);
    faults.push(...own.flatMap(manifestFaults).map((fault) => `deploy/kubernetes/${path}: ${fault}`));
  }
  return { count: manifests.length, faults: [...faults, ...(await leftOut(folder, paths))], manifests };
}

/** @param {string} text of one file */
export function parseManifests(text) {
  return parseAllDocuments(text).map((document) => {
    if (document.errors.length > 0) throw document.errors[0];
    return document.toJS();
  });
}

/** @returns {string[]} */
export function manifestFaults(manifest) {
  const { apiVersion, kind, metadata } = manifest;
  const name = `${kind} ${metadata?.name}`;
  if (kind === 'Secret') return [`${name}: holds a secret`];
  const validate = validatorOf(apiVersion, kind);
  if (validate === null) return [`${name}: ${apiVersion} has no such kind`];
  return [...validate(manifest), ...podFaults(manifest)].map((fault) => `${name}: ${fault}`);
}

/** Files that no kustomization of their folder names. */
async function leftOut(folder, paths) {
  const kustomizations = paths.filter((path) => path.endsWith('kustomization.yaml'));
  const named = await Promise.all(
    kustomizations.map(async (path) => {
      const [{ resources }] = parseManifests(await readFile(join(folder, path), 'utf8'));
      return resources.map((resource) => relative(folder, join(folder, dirname(path), resource)));
    }),
  );
  const known = new Set([...kustomizations, ...named.flat()]);
  return paths.filter((path) => !known.has(path)).map((path) => `deploy/kubernetes/${path}: stands in no kustomization`);
}
