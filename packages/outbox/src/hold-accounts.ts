import { formatAddress, isAddress, parseAddress, type Address } from '@oracle-gateway/protocol';
import type { HoldAccount } from './hold.js';

const SUBSCRIPTION = 'subscription:';
const DELEGATE = 'delegate:';

/** Rounds left of a subscription. */
export function subscriptionAccount(owner: Address): HoldAccount {
  return `${SUBSCRIPTION}${formatAddress(owner)}`;
}

/** The owner of the subscription that an account stands for; null for an account of another kind. */
export function subscriptionOwnerOf(account: HoldAccount): Address | null {
  return addressAfter(SUBSCRIPTION, account);
}

/** Rounds left to a delegate. `delegate` is the address of its Delegate account, which belongs to one subscription. */
export function delegateAccount(delegate: Address): HoldAccount {
  return `${DELEGATE}${formatAddress(delegate)}`;
}

/** The Delegate account that an account stands for; null for an account of another kind. */
export function delegateOf(account: HoldAccount): Address | null {
  return addressAfter(DELEGATE, account);
}

/** Rounds of a subscription that have no answer yet. */
export function inFlightAccount(owner: Address): HoldAccount {
  return `in-flight:${formatAddress(owner)}`;
}

function addressAfter(kind: string, account: HoldAccount): Address | null {
  const text = account.slice(kind.length);
  return account.startsWith(kind) && isAddress(text) ? parseAddress(text) : null;
}
