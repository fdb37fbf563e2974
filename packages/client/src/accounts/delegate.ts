import type { Signer } from '../base/signer.js';
import type { Account } from '../rounds/account.js';
import { subscribed } from './subscribed.js';

/**
 * A key that the owner of a subscription allows some of its rounds. Feeds belong to the delegate.
 *
 * @param input `subscriptionOwner`: base58, whose subscription pays
 * @throws ClientUsageError unless both are addresses
 * @example
 * const account = delegate({ signer, subscriptionOwner: '7Np41oeYqPefeNQEHSv1UDhYrehxin3NStELsSKCT4K2' });
 */
export function delegate(input: { readonly signer: Signer; readonly subscriptionOwner: string }): Account {
  return subscribed(input);
}
