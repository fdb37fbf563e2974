import { fileURLToPath } from 'node:url';

/**
 * Path of Node 24 for a platform, in `scripts/node-24`: it is installed on Linux, for x64 and arm64. Elsewhere the checks that run on it
 * are left out.
 *
 * @param {{ platform: string, arch: string }} target in Node's words
 */
export function node24For({ platform, arch }) {
  return fileURLToPath(new URL(`node-24/node_modules/node-${platform}-${arch}/bin/node`, import.meta.url));
}
