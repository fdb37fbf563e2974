import { decodeRegistrySnapshot, RegistrySnapshotError } from '@oracle-gateway/protocol';
import type { SignedRegistrySnapshot } from '@oracle-gateway/schnorr';
import { bytesAt, malformed } from './json-members.js';

/**
 * The snapshot of `data` of `GET /v1/registry/snapshot`, or of what `oracle-gateway-admin registry snapshot` prints. Nothing is believed yet.
 *
 * @throws EvmAnswerError `malformed`, which names the member
 */
export function readSnapshot(data: unknown): SignedRegistrySnapshot {
  return {
    snapshot: decoded(bytesAt(data, 'snapshot')),
    signersBitmap: bytesAt(data, 'signersBitmap', 32),
    s: bytesAt(data, 's', 32),
    commitment: bytesAt(data, 'commitment', 20),
  };
}

function decoded(bytes: Uint8Array): SignedRegistrySnapshot['snapshot'] {
  try {
    return decodeRegistrySnapshot(bytes);
  } catch (error) {
    if (!(error instanceof RegistrySnapshotError)) throw error;
    throw malformed('snapshot', 'must be the bytes of a registry snapshot');
  }
}
