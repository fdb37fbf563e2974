import type { UnixSeconds } from './units.js';

/**
 * The text that a payer signs with Ed25519 to read what it paid for, when the answer was lost. The payment's signature alone is public.
 *
 * @param input `signature`: of the payment's transaction, base58; `timestampSeconds`: when it is asked; the gateway takes it for a minute
 */
export function paymentReadMessage(input: { readonly signature: string; readonly timestampSeconds: UnixSeconds }): Uint8Array {
  return new TextEncoder().encode(`Oracle Gateway: read payment ${input.signature} at ${input.timestampSeconds}`);
}
