import { base58 } from '@scure/base';
import { bytesToHex } from '@noble/hashes/utils.js';
import { type Address, formatAddress } from './address.js';
import { bytesOfLength, u8 } from './fixed-width.js';
import type { RoundId } from './round-identity.js';
import type { SourceId } from './source-id.js';

/** One payer has one round of one source and quorum in each tick (docs/protocol.md#payment-on-the-pay-per-request-path). A round's tick is ⌊its time in milliseconds ÷ 100⌋. */
export const X402_TICK_MS = 100;

/** The members that identify a paid round within a tick. */
export interface X402RoundIdentity {
  /** Authority of the transfer. */
  readonly payer: Address;
  readonly sourceId: SourceId;
  readonly signaturesRequired: number;
}

/** The identity within a tick as text: payer in base58, source_id in hex, quorum, joined by colons; at most 113 characters. */
export function x402RoundKey({ payer, sourceId, signaturesRequired }: X402RoundIdentity): string {
  const [quorum] = u8(signaturesRequired);
  return `${formatAddress(payer)}:${bytesToHex(bytesOfLength('sourceId', sourceId, 32))}:${quorum}`;
}

/**
 * Id of a paid round: base58 of 16 random bytes. Every holder may read the result, so the id is not derived from the payment, which is public
 * once it has landed.
 */
export function x402RoundIdOf(random: Uint8Array): RoundId {
  return base58.encode(bytesOfLength('random', random, 16)) as RoundId;
}
