// Facts that a caller has: here everything comes from the manifest of `npm start`. Every example takes the path of one as its argument.
import { readFile } from 'node:fs/promises';

/** @type {import('@oracle-gateway/localnet').Manifest} */
const manifest = JSON.parse(await readManifest(process.argv[2] ?? '.localnet/manifest.json'));

export const gateway = manifest.gatewayUrl;
/** Whom to trust. It is the caller's own knowledge, and never the gateway's word. */
export const ledger = { rpcUrl: manifest.rpcUrl, programId: manifest.programId, network: manifest.network };
/** WebSocket of the same RPC server, for Solana's own libraries. */
export const { wsUrl } = manifest;
/** Base URLs of the sample sources, and the token of the private one. */
export const { sources, secrets } = manifest;

/** @param {string} path */
async function readManifest(path) {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    throw new Error(`${path}: there is no localnet; start one with npm start`, { cause });
  }
}

/**
 * A sample key: 64 bytes, in the form of the Solana CLI's key files.
 *
 * @param {import('@oracle-gateway/localnet').ManifestKey} name
 */
export function secretKeyOf(name) {
  return Uint8Array.from(manifest.keys[name]);
}
