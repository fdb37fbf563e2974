import type { Address } from '../address.js';
import { requireRule } from './account-body.js';
import { decodeNodeBody } from './accounts.generated.js';

/** Data of a node beside its place in the registry. Times are unix seconds. */
export interface NodeAccount {
  readonly index: number;
  /** Px ‖ Py, 64 bytes: the key of the last proof of possession. */
  readonly publicKey: Uint8Array;
  readonly operator: Address;
  /** X25519 public key, 32 bytes. */
  readonly encryptionKey: Uint8Array;
  readonly previousEncryptionKey: Uint8Array | null;
  readonly encryptionKeyChangedAt: bigint;
  readonly registeredAt: bigint;
  /** URL, printable ASCII. */
  readonly endpoint: string;
}

/** @throws AccountDecodeError */
export function decodeNode(data: Uint8Array): NodeAccount {
  const { endpointLength, endpoint: padded, ...node } = decodeNodeBody(data);
  requireRule('Node', endpointLength <= padded.length, `must have an endpoint of at most ${padded.length} bytes`);
  const endpoint = String.fromCharCode(...padded.subarray(0, endpointLength));
  requireRule('Node', /^[\x21-\x7e]*$/.test(endpoint), 'must have an endpoint of printable ASCII');
  return { ...node, endpoint };
}
