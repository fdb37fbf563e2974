import { sha256 as portableSha256 } from '@noble/hashes/sha2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Address } from './address.js';
import type { DeploymentId } from './attestation.js';
import { ascii, bytesOfLength, u64LE, u8 } from './fixed-width.js';
import { LABELS } from './labels.js';
import type { UnixMs } from './units.js';

/** 32 bytes. */
export type Sha256 = (bytes: Uint8Array) => Uint8Array;

/**
 * The hash that a gateway's authority signs for each request to a node. It includes the node, so that no node can pass a request on to another.
 * It includes the Gateway account, because one authority may have several (protocol §5a). `sha256` may be a native implementation.
 */
export function nodeRequestHash(
  input: {
    deploymentId: DeploymentId;
    /** The Gateway account for which its authority signs. */
    gateway: Address;
    nodeIndex: number;
    timeMs: UnixMs;
    /** Request path such as `/v1/observe`. */
    path: string;
    body: Uint8Array;
  },
  { sha256 }: { readonly sha256: Sha256 } = { sha256: portableSha256 },
): Uint8Array {
  return sha256(
    concatBytes(
      ascii(LABELS.nodeRequest),
      bytesOfLength('deploymentId', input.deploymentId, 32),
      input.gateway,
      u8(input.nodeIndex),
      u64LE(input.timeMs),
      utf8ToBytes(input.path),
      sha256(input.body),
    ),
  );
}
