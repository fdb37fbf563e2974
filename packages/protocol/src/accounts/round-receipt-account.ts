import type { Address } from '../address.js';
import { decodeRoundReceiptBody } from './accounts.generated.js';

/** Proof that a round was settled. A round counts as settled only if its receipt holds the round's own message. */
export interface RoundReceiptAccount {
  /** The attestation message `m`, 32 bytes. */
  readonly message: Uint8Array;
  /** Gateway account that settled it. */
  readonly gateway: Address;
  /** Unix seconds. */
  readonly timestamp: bigint;
}

/** @throws AccountDecodeError */
export function decodeRoundReceipt(data: Uint8Array): RoundReceiptAccount {
  return decodeRoundReceiptBody(data);
}
