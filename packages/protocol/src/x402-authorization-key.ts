import { sha256 } from '@noble/hashes/sha2.js';
import type { Brand } from './units.js';

/** 32 bytes: one payment authorization, whoever carries it and whatever signatures stand beside it. */
export type X402AuthorizationKey = Brand<Uint8Array, 'X402AuthorizationKey'>;

/**
 * sha256 of the *message* of a payment's transaction (protocol §5). The signatures are left out: the fee payer's is added later, and its
 * place can be filled with anything until then.
 */
export function x402AuthorizationKey(message: Uint8Array): X402AuthorizationKey {
  return sha256(message) as Uint8Array as X402AuthorizationKey;
}
