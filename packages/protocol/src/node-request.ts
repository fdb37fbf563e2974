import { sha256 as portableSha256 } from '@noble/hashes/sha2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Address } from './address.js';
import type { DeploymentId } from './attestation.js';
import { ascii, bytesOfLength, u64LE, u8 } from './fixed-width.js';
import { LABELS } from './labels.js';
import type { UnixMs } from './units.js';

/** 32 bytes. */
export type Sha256 = (bytes: Uint8Array) => Uint8Array;

/** A request to a node as its signature names it. */
export interface NodeRequestToName {
  readonly deploymentId: DeploymentId;
  /** The Gateway account for which its authority signs. */
  readonly gateway: Address;
  readonly nodeIndex: number;
  readonly timeMs: UnixMs;
  /** Request path such as `/v1/observe`. */
  readonly path: string;
  readonly body: Uint8Array;
}

/**
 * The bytes whose SHA-256 a gateway's authority signs for each request to a node. They name the node, so that no node can pass a request on to
 * another. They name the Gateway account, because one authority may have several (docs/protocol.md#request-to-a-node). `sha256` may be a native implementation.
 */
export function nodeRequestPreimage(
  input: NodeRequestToName,
  { sha256 }: { readonly sha256: Sha256 } = { sha256: portableSha256 },
): Uint8Array {
  return concatBytes(
    ascii(LABELS.nodeRequest),
    bytesOfLength('deploymentId', input.deploymentId, 32),
    input.gateway,
    u8(input.nodeIndex),
    u64LE(input.timeMs),
    utf8ToBytes(input.path),
    sha256(input.body),
  );
}

/** The hash of {@link nodeRequestPreimage}, which is signed. */
export function nodeRequestHash(input: NodeRequestToName, hashing: { readonly sha256: Sha256 } = { sha256: portableSha256 }): Uint8Array {
  return hashing.sha256(nodeRequestPreimage(input, hashing));
}
