import { join } from 'node:path';
import { publishedPackages } from './workspace.mjs';

/**
 * The libraries that third parties import: published as ES modules and as CommonJS.
 *
 * @param {string} root
 * @returns {{ name: string, from: string, entries: string[], peers: string[] }[]} `from` is the folder; entries are what a program imports
 */
export function librariesOf(root) {
  return publishedPackages(root)
    .filter(({ manifest }) => manifest.main !== undefined)
    .map(({ folder, manifest: { name, exports, peerDependencies = {} } }) => ({
      name,
      from: join(root, folder),
      entries: Object.keys(exports).flatMap((subpath) => (subpath === './package.json' ? [] : [name + subpath.slice(1)])),
      peers: Object.keys(peerDependencies),
    }));
}
