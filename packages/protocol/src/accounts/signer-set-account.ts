import type { Address } from '../address.js';
import { decodeSignerSetBody } from './accounts.generated.js';

/** The verified sum of the keys of one signers bitmap in one registry version. */
export interface SignerSetAccount {
  /** Number of signers. */
  readonly signatures: number;
  readonly registryVersion: bigint;
  /** The signers bitmap (interface §2.5), 32 bytes. */
  readonly signers: Uint8Array;
  /** The payer, which gets the lamports back. */
  readonly payer: Address;
  /** Px ‖ Py of the sum, 64 bytes. */
  readonly aggregateKey: Uint8Array;
}

/** @throws AccountDecodeError */
export function decodeSignerSet(data: Uint8Array): SignerSetAccount {
  return decodeSignerSetBody(data);
}
