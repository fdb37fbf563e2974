import { type Address, formatAddress } from './address.js';
import type { UnixSeconds } from './units.js';

/**
 * The text that a key signs with Ed25519 to read what a gateway charged it. It names the gateway: another one that it is shown to reads nothing with it.
 *
 * @param input `gateway`: the Gateway account; `timestampSeconds`: when it is asked; the gateway takes it for a minute
 */
export function usageReadMessage(input: { readonly gateway: Address; readonly timestampSeconds: UnixSeconds }): Uint8Array {
  return new TextEncoder().encode(`Oracle Gateway: read usage at ${formatAddress(input.gateway)} at ${input.timestampSeconds}`);
}
