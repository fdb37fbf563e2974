import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
/** The files that name images. */
export const TAGGED_FILES = [
  'compose.yaml',
  'compose.signer.yaml',
  ...['gateway', 'keeper', 'node'].map((base) => `kubernetes/${base}/kustomization.yaml`),
].map((path) => join(import.meta.dirname, path));
/** `image: oracle-gateway/gateway:0.1.0` of Compose, and `name:` with `newTag:` of Kustomize. */
const TAG = /(oracle-gateway\/([\w-]+)(?::|\n +newTag: ))(\d[\w.-]*)/g;

/**
 * Files that name another version of an image than the app has. Writes them where it is told to.
 *
 * @param {readonly string[]} paths
 * @param {{ write: boolean }} options
 * @returns {Promise<string[]>}
 */
export async function staleTags(paths, { write }) {
  const found = [];
  for (const path of paths) {
    const text = await readFile(path, 'utf8');
    const versions = Object.fromEntries(await Promise.all([...text.matchAll(TAG)].map(async ([, , app]) => [app, await versionOf(app)])));
    const current = text.replace(TAG, (_, before, app) => before + versions[app]);
    if (current === text) continue;
    if (write) await writeFile(path, current);
    else found.push(`${path}: names other versions of images than apps/ has; run node deploy/check.mjs --write`);
  }
  return found;
}

async function versionOf(app) {
  return JSON.parse(await readFile(join(ROOT, 'apps', app, 'package.json'), 'utf8')).version;
}
