import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readKeypair } from '@oracle-gateway/app-config';
import { type DeploymentId, toAddress } from '@oracle-gateway/protocol';
import { onTestFinished } from 'vitest';
import { createHttpTransport, createSigningKeys } from '../../src/engine/testing.js';

/** The deployment and the gateway of tests that call one node. */
export const CALL_DEPLOYMENT = new Uint8Array(32).fill(5) as DeploymentId;

export const CALLING_GATEWAY = toAddress(new Uint8Array(32).fill(6));

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
export const CALLING_KEYPAIR = readKeypair({
  name: 'keypair',
  text: JSON.stringify([
    ...privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-32),
    ...publicKey.export({ format: 'der', type: 'spki' }).subarray(-32),
  ]),
});

export const RELEASE = { sessionIds: [`0x${'ab'.repeat(32)}`] };

/** A node whose endpoint is there, without a key on the ledger. */
export function nodeAt(origin: string, index = 3) {
  return { index, publicKey: new Uint8Array(64), origin, encryptionKey: null };
}

/** A node that answers as `listener` does, and the way to it, until the test ends. */
export async function nodeOverHttp(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const transport = createHttpTransport({
    deploymentId: CALL_DEPLOYMENT,
    gateway: CALLING_GATEWAY,
    keys: createSigningKeys([CALLING_KEYPAIR]),
    monotonicMs: () => performance.now(),
    nowMs: Date.now,
  });
  onTestFinished(async () => {
    await transport.close();
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { server, transport, node: nodeAt(`http://127.0.0.1:${port}`) };
}
