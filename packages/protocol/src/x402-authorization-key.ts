import { sha256 } from '@noble/hashes/sha2.js';
import type { Brand } from './units.js';

/** 32 bytes that identify a payment authorization, independent of its sender and of its signatures. */
export type X402AuthorizationKey = Brand<Uint8Array, 'X402AuthorizationKey'>;

/**
 * sha256 of the *message* of a payment's transaction (docs/protocol.md#payment-on-the-pay-per-request-path). The signatures are left out: the fee payer's is added later, and its
 * place can be filled with anything until then.
 */
export function x402AuthorizationKey(message: Uint8Array): X402AuthorizationKey {
  return sha256(message) as Uint8Array as X402AuthorizationKey;
}
