import type { Address } from '../address.js';
import { AccountReader } from './account-reader.js';

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
  const account = AccountReader.open('RoundReceipt', data, 'SVC_RCT1');
  account.requireLength(80);
  return { message: account.bytes(8, 32), gateway: account.address(40), timestamp: account.u64(72) };
}
