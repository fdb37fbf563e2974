import type { LedgerReader } from '@oracle-gateway/ledger';
import { type Address, equalBytes } from '@oracle-gateway/protocol';
import { delegateRefusal, subscriptionRefusal } from '../../admission/account-refusals.js';
import type { DelegateLookup, SubscriptionLookup } from '../../admission/ledger-lookup.js';
import type { PathDryRun } from '../pay-path.js';
import { subscriptionRoundPrice } from './price.js';

export interface SubscriptionDryRunDeps {
  readonly ledger: Pick<LedgerReader, 'config'>;
  readonly lookUpSubscription: SubscriptionLookup;
  readonly lookUpDelegate: DelegateLookup;
  /** The Gateway account. */
  readonly gateway: Address;
  readonly nowMs: () => number;
}

/** An owner or delegate whose subscription covers a round now. The price is what such a round is bought for, with all others of its subscription. */
export function createSubscriptionDryRun(deps: SubscriptionDryRunDeps): Required<PathDryRun> {
  return {
    price: ({ signaturesRequired }) => subscriptionRoundPrice(signaturesRequired, deps),
    async refusal({ key, owner }, { signaturesRequired }) {
      const isOwner = equalBytes(key, owner);
      const [subscription, delegate] = await Promise.all([
        deps.lookUpSubscription(owner),
        isOwner ? null : deps.lookUpDelegate({ subscriptionOwner: owner, authority: key }),
      ]);
      const nowSeconds = Math.floor(deps.nowMs() / 1_000);
      const claim = { gateway: deps.gateway, timestampSeconds: nowSeconds, nowSeconds, signaturesRequired };
      return subscriptionRefusal(subscription.value, claim) ?? (delegate === null ? null : delegateRefusal(delegate.value, claim));
    },
  };
}
