import type { Address } from '../address.js';
import { AccountReader } from './account-reader.js';

/** What the ledger knows of a node beside its place in the registry. Times are unix seconds. */
export interface NodeAccount {
  readonly index: number;
  /** Px ‖ Py, 64 bytes: the key whose possession was proven last. */
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

const MAX_ENDPOINT_BYTES = 127;

/** @throws AccountDecodeError */
export function decodeNode(data: Uint8Array): NodeAccount {
  const account = AccountReader.open('Node', data, 'SVC_NOD1');
  account.requireLength(320);
  const endpointLength = account.u8(192);
  account.require(endpointLength <= MAX_ENDPOINT_BYTES, `must have an endpoint of at most ${MAX_ENDPOINT_BYTES} bytes`);
  const endpoint = String.fromCharCode(...account.bytes(193, endpointLength));
  account.require(/^[\x21-\x7e]*$/.test(endpoint), 'must have an endpoint of printable ASCII');
  return {
    index: account.u8(9),
    publicKey: account.bytes(16, 64),
    operator: account.address(80),
    encryptionKey: account.bytes(112, 32),
    previousEncryptionKey: account.optionalBytes(144, 32),
    encryptionKeyChangedAt: account.i64(176),
    registeredAt: account.i64(184),
    endpoint,
  };
}
