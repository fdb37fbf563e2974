import { generateKeyPairSync } from 'node:crypto';
import { readKeypair } from '@oracle-gateway/app-config';
import type { DeploymentId } from '@oracle-gateway/protocol';

/** The deployment and the gateway of tests that call one node. */
export const CALL_DEPLOYMENT = new Uint8Array(32).fill(5) as DeploymentId;

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
export const CALLING_KEYPAIR = readKeypair({
  name: 'keypair',
  text: JSON.stringify([
    ...privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-32),
    ...publicKey.export({ format: 'der', type: 'spki' }).subarray(-32),
  ]),
});

export const RELEASE = { sessionIds: [`0x${'ab'.repeat(32)}`] };

/** A node whose endpoint is there. */
export function nodeAt(origin: string, index = 3) {
  return { index, publicKey: new Uint8Array(64), origin };
}
