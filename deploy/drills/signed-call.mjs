import { readFile } from 'node:fs/promises';
import { signerOf } from '../../bench/world/caller.mjs';
import { nodeOperations, signNodeRequest } from '../../packages/node-api/dist/index.js';
import { fromHex, parseAddress, toAddress, unixMs } from '../../packages/protocol/dist/index.js';
import { signedBytes } from '../../packages/protocol/dist/internal.js';

const SESSION = `0x${'ab'.repeat(32)}`;

/** Asks a node as `signedCall` does. Throws unless the node takes the key. */
export async function askNode(manifest, keyPath) {
  const status = await signedCall(manifest, keyPath);
  if (status !== 200) throw new Error(`the node answers ${status}`);
}

/**
 * Asks a node in the name of the world's gateway, signed with the key of a file, and answers the status. Node 0 is asked over HTTP, as any party
 * that has the key may do.
 *
 * @param {any} manifest
 * @param {string} keyPath
 */
export async function signedCall({ deploymentId, gatewayPda, nodes }, keyPath) {
  const secretKey = JSON.parse(await readFile(keyPath, 'utf8'));
  const sign = signerOf(secretKey);
  const { path } = nodeOperations.release;
  const body = Buffer.from(JSON.stringify({ sessionIds: [SESSION] }));
  const headers = await signNodeRequest({
    deploymentId: fromHex(deploymentId, 32),
    nodeIndex: 0,
    timeMs: unixMs(Date.now()),
    path,
    body,
    gateway: parseAddress(gatewayPda),
    gatewayAuthority: toAddress(Uint8Array.from(secretKey).slice(32)),
    sign: (kind, preimage) => Promise.resolve(sign(signedBytes(kind, preimage))),
  });
  const { status } = await fetch(`${nodes[0].url}${path}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body,
  });
  return status;
}
