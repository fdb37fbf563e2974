import { formatAddress, type Address } from '@oracle-gateway/protocol';
import type { HoldAccount } from './hold.js';

/** Rounds left of a subscription. */
export function subscriptionAccount(owner: Address): HoldAccount {
  return `subscription:${formatAddress(owner)}`;
}

/** Rounds of a subscription that have no answer yet. */
export function inFlightAccount(owner: Address): HoldAccount {
  return `in-flight:${formatAddress(owner)}`;
}
