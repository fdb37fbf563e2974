import type { SubscriptionAccount } from './accounts.generated.js';

/** Whether a subscription is paused: no round may be charged to it. */
export function subscriptionIsPaused(subscription: Pick<SubscriptionAccount, 'pausedAt' | 'resumedAt'>): boolean {
  return subscription.pausedAt > subscription.resumedAt;
}
