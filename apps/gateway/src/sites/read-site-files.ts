import { readdir, readFile, stat } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { ConfigError, unreadableReason } from '@oracle-gateway/app-config';
import type { StaticFile } from '../http/static-site.js';

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  // Licences of the libraries in a bundle.
  '.txt': 'text/plain; charset=utf-8',
};
const MAX_FILES = 64;
const MAX_BYTES = 4 * 1024 * 1024;
const FIRST_PAGE = 'index.html';
/** The build puts a hash of the content into the name: such a file never changes. */
const HASHED_NAME = /-[0-9A-Z]{8}\.\w+$/;
const FOREVER = 'public, max-age=31536000, immutable';
const ASK_AGAIN = 'no-cache';

/**
 * Reads all files of a folder into memory, by the path that they are served at. The first path has `index.html`. Throws ConfigError.
 *
 * @param input.key setting that named the folder, for errors
 * @param input.path where the folder is served, such as `/app/`
 */
export async function readSiteFiles(
  folder: string,
  { key, path: sitePath }: { readonly key: string; readonly path: string },
): Promise<ReadonlyMap<string, StaticFile>> {
  const paths = await pathsIn(folder, key);
  if (paths.length > MAX_FILES) throw new ConfigError(key, `must name a folder of at most ${MAX_FILES} files`);
  const files = new Map<string, StaticFile>();
  let bytes = 0;
  for (const path of paths) {
    const contentType = CONTENT_TYPES[extname(path)];
    if (contentType === undefined) throw new ConfigError(key, `must name a folder of ${Object.keys(CONTENT_TYPES).join(', ')} files only`);
    const plain = await readFile(join(folder, path));
    bytes += plain.length;
    if (bytes > MAX_BYTES) throw new ConfigError(key, `must name a folder of at most ${MAX_BYTES} bytes`);
    files.set(sitePath + path.replaceAll(sep, '/'), {
      contentType,
      cacheControl: HASHED_NAME.test(path) ? FOREVER : ASK_AGAIN,
      read: () => Promise.resolve(plain),
    });
  }
  const first = files.get(sitePath + FIRST_PAGE);
  if (first === undefined) throw new ConfigError(key, `must name a folder with ${FIRST_PAGE}: build the page first`);
  return new Map([...files, [sitePath, first]]);
}

async function pathsIn(folder: string, key: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true }).catch((error: unknown) => {
    throw new ConfigError(key, `must name a folder that can be read; ${unreadableReason(error, folder)}`);
  });
  const kinds = await Promise.all(entries.map(async (path) => ({ path, isFile: (await stat(join(folder, path))).isFile() })));
  return kinds.flatMap(({ path, isFile }) => (isFile ? [path] : []));
}
