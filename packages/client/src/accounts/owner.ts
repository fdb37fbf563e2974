import type { Signer } from '../base/signer.js';
import type { Account } from '../rounds/account.js';
import { subscribed } from './subscribed.js';

/**
 * The owner of a subscription, who signs every request. A round takes one unit of the subscription.
 *
 * @throws ClientUsageError unless the signer's address is one
 * @example
 * const client = createClient({ gateway, ledger, account: owner({ signer }) });
 */
export function owner(input: { readonly signer: Signer }): Account {
  return subscribed({ signer: input.signer, subscriptionOwner: input.signer.address });
}
