import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const LOCK = join(import.meta.dirname, 'node.json');
const PLATFORM = 'linux-x64';

/**
 * @typedef {object} LockedNode
 * @property {string} version
 * @property {Readonly<Record<string, string>>} programs SHA-256 of `bin/node` by platform
 * @property {readonly string[]} releaseKeys fingerprints of the keys with which Node's releases are signed
 *
 * @returns {Promise<LockedNode>}
 */
export async function lockedNode() {
  return JSON.parse(await readFile(LOCK, 'utf8'));
}

/**
 * Node of the images: npm's package brings it, and its hash is the locked one, which `verify-node.mjs` compares with Node's own release.
 *
 * @returns {Promise<{ version: string, sha256: string, program: Buffer, licence: Buffer }>}
 */
export async function nodeProgram() {
  const home = dirname(createRequire(import.meta.url).resolve(`node-${PLATFORM}/package.json`));
  const [locked, manifest, program, licence] = await Promise.all([
    lockedNode(),
    readFile(join(home, 'package.json'), 'utf8'),
    readFile(join(home, 'bin', 'node')),
    readFile(join(home, 'LICENSE')),
  ]);
  const { version } = JSON.parse(manifest);
  const sha256 = checkedHash(locked, { version, platform: PLATFORM, program });
  return { version, sha256, program, licence };
}

/**
 * @param {LockedNode} locked
 * @param {{ version: string, platform: string, program: Uint8Array }} found
 * @returns {string} the SHA-256 of the program
 * @throws unless version and hash are the locked ones
 */
export function checkedHash(locked, { version, platform, program }) {
  const sha256 = createHash('sha256').update(program).digest('hex');
  if (version !== locked.version || sha256 !== locked.programs[platform])
    throw new Error(
      `deploy/image/node.json: has Node ${locked.version} for ${platform}, and this one is ${version} with the SHA-256 ${sha256}; run node deploy/image/verify-node.mjs`,
    );
  return sha256;
}
