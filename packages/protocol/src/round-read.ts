import type { RoundId } from './round-identity.js';
import type { UnixSeconds } from './units.js';

/**
 * The text that a requester signs with Ed25519 to read the result of its private round. A text, so that any wallet signs it.
 *
 * @param input `timestampSeconds`: when it is asked; the gateway takes it for a minute
 */
export function roundReadMessage(input: { readonly roundId: RoundId; readonly timestampSeconds: UnixSeconds }): Uint8Array {
  return new TextEncoder().encode(`Oracle Gateway: read round ${input.roundId} at ${input.timestampSeconds}`);
}
