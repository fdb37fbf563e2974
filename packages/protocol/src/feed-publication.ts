import { type Address, formatAddress } from './address.js';
import type { FeedId } from './feed-id.js';
import { toHex } from './hex.js';
import type { UnixSeconds } from './units.js';

/** A change that the owner of a feed makes to its publicity. */
export type FeedAction = 'open' | 'close';

/**
 * The text that the owner of a feed signs with Ed25519 to have one gateway show the feed to every reader, or no longer. A text, so that any
 * wallet signs it.
 *
 * @param input `timestampSeconds`: when it is signed; the gateway takes it for a minute. `gateway`: address of the Gateway account
 */
export function feedPublicationMessage(input: {
  readonly feedId: FeedId;
  readonly action: FeedAction;
  readonly timestampSeconds: UnixSeconds;
  readonly gateway: Address;
}): Uint8Array {
  const { feedId, action, timestampSeconds, gateway } = input;
  return new TextEncoder().encode(
    `Oracle Gateway: publish feed ${toHex(feedId)} ${action} at ${timestampSeconds} through ${formatAddress(gateway)}`,
  );
}
