import { formatAddress, isAddress, parseAddress, type Address } from '@oracle-gateway/protocol';
import type { HoldAccount } from './hold.js';

const SUBSCRIPTION = 'subscription:';

/** Rounds left of a subscription. */
export function subscriptionAccount(owner: Address): HoldAccount {
  return `${SUBSCRIPTION}${formatAddress(owner)}`;
}

/** The owner of the subscription that an account stands for; null for an account of another kind. */
export function subscriptionOwnerOf(account: HoldAccount): Address | null {
  const owner = account.slice(SUBSCRIPTION.length);
  return account.startsWith(SUBSCRIPTION) && isAddress(owner) ? parseAddress(owner) : null;
}

/** Rounds of a subscription that have no answer yet. */
export function inFlightAccount(owner: Address): HoldAccount {
  return `in-flight:${formatAddress(owner)}`;
}
