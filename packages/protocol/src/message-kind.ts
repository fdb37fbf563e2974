import { sha256 as portableSha256 } from '@noble/hashes/sha2.js';
import type { Sha256 } from './node-request.js';

/**
 * Kind of a message that a key of a gateway signs. A signer gets the whole message with its kind, never a bare hash, so that it can judge what it signs:
 *
 * - `node_request`: the preimage of a request to a node, or of the opening of a stream (docs/protocol.md#request-to-a-node);
 * - `transaction`: the message of a Solana transaction;
 * - `log_names`: the text whose signature keys the names of sources in the log.
 */
export type MessageKind = 'node_request' | 'transaction' | 'log_names';

/** The bytes under the signature: SHA-256 of a node request, and any other message itself. `sha256` may be a native implementation. */
export function signedBytes(
  kind: MessageKind,
  message: Uint8Array,
  { sha256 }: { readonly sha256: Sha256 } = { sha256: portableSha256 },
): Uint8Array {
  switch (kind) {
    case 'node_request':
      return sha256(message);
    case 'transaction':
    case 'log_names':
      return message;
  }
}
