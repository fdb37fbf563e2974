import { equalBytes } from '@oracle-gateway/protocol/internal';
import { delegateRefusal, subscriptionRefusal } from '../../admission/account-refusals.js';
import type { PathPorts } from '../path-ports.js';
import type { PathDryRun } from '../pay-path.js';
import { subscriptionRoundPrice } from './price.js';

/** An owner or delegate whose subscription covers a round now. The price is what such a round is bought for, with all others of its subscription. */
export function createSubscriptionDryRun(ports: PathPorts): Required<PathDryRun> {
  return {
    price: (terms) => subscriptionRoundPrice(terms, ports),
    async refusal({ key, owner }, { signaturesRequired, units }) {
      const isOwner = equalBytes(key, owner);
      const [subscription, delegate] = await Promise.all([
        ports.accounts.subscription(owner),
        isOwner ? null : ports.accounts.delegate({ subscriptionOwner: owner, authority: key }),
      ]);
      const nowSeconds = Math.floor(ports.clock.nowMs() / 1_000);
      const claim = { gateway: ports.deployment.gateway, timestampSeconds: nowSeconds, nowSeconds, signaturesRequired, units };
      return subscriptionRefusal(subscription.value, claim) ?? (delegate === null ? null : delegateRefusal(delegate.value, claim));
    },
  };
}
