import { formatAddress, isAddress, parseAddress, type Address } from '@oracle-gateway/protocol';
import type { HoldAccount } from './hold.js';

const SUBSCRIPTION = 'subscription:';
const DELEGATE = 'delegate:';
const ESCROW = 'escrow:';
const PURSE = 'purse:';

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

/** Balance of an escrow, in atomic units. `tokenAccount` is the address of the escrow's token account. */
export function escrowAccount(tokenAccount: Address): HoldAccount {
  return `${ESCROW}${formatAddress(tokenAccount)}`;
}

/** The token account that an account stands for; null for an account of another kind. */
export function escrowTokensOf(account: HoldAccount): Address | null {
  return addressAfter(ESCROW, account);
}

/** Lamports that settlements will take from the account of a gateway's key. */
export function purseAccount(authority: Address): HoldAccount {
  return `${PURSE}${formatAddress(authority)}`;
}

/** The key that an account stands for; null for an account of another kind. */
export function purseOf(account: HoldAccount): Address | null {
  return addressAfter(PURSE, account);
}

/** Rounds of a payer of the pay-per-request path whose payment is not concluded. */
export function x402PayerAccount(payer: Address): HoldAccount {
  return `x402-payer:${formatAddress(payer)}`;
}

/** Atomic units that payments of the pay-per-request path take of a token account, until they are concluded. */
export function x402TokensAccount(tokenAccount: Address): HoldAccount {
  return `x402-tokens:${formatAddress(tokenAccount)}`;
}

function addressAfter(kind: string, account: HoldAccount): Address | null {
  const text = account.slice(kind.length);
  return account.startsWith(kind) && isAddress(text) ? parseAddress(text) : null;
}
