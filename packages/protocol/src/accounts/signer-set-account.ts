import type { Address } from '../address.js';
import { AccountReader } from './account-reader.js';

/** The checked sum of the keys that one signers bitmap names in one registry version. */
export interface SignerSetAccount {
  /** Number of signers. */
  readonly signatures: number;
  readonly registryVersion: bigint;
  /** The signers bitmap (interface §2.5), 32 bytes. */
  readonly signers: Uint8Array;
  /** Who made it, and gets its lamports back. */
  readonly payer: Address;
  /** Px ‖ Py of the sum, 64 bytes. */
  readonly aggregateKey: Uint8Array;
}

/** @throws AccountDecodeError */
export function decodeSignerSet(data: Uint8Array): SignerSetAccount {
  const account = AccountReader.open('SignerSet', data, 'SVC_SST1');
  account.requireLength(152);
  return {
    signatures: account.u8(10),
    registryVersion: account.u64(16),
    signers: account.bytes(24, 32),
    payer: account.address(56),
    aggregateKey: account.bytes(88, 64),
  };
}
