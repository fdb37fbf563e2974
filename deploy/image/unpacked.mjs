import { execFile } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Unpacks an archive as a container runtime does: layer after layer into one root.
 *
 * @param {string} archive path of an image
 * @param {string} folder that is made
 * @returns {Promise<{ root: string, config: any }>} `config` is the image's own, by OCI's names
 */
export async function unpackImage(archive, folder) {
  const layout = join(folder, 'layout');
  const root = join(folder, 'root');
  await Promise.all([layout, root].map((path) => mkdir(path, { recursive: true })));
  await run('tar', ['-xf', archive, '-C', layout]);
  const read = async (path) => JSON.parse(await readFile(join(layout, path), 'utf8'));
  const blob = (digest) => join('blobs', ...digest.split(':'));
  const [{ digest }] = (await read('index.json')).manifests;
  const manifest = await read(blob(digest));
  for (const layer of manifest.layers) await run('tar', ['-xzf', join(layout, blob(layer.digest)), '-C', root, '--no-same-owner']);
  const { config } = await read(blob(manifest.config.digest));
  return { root, config };
}
