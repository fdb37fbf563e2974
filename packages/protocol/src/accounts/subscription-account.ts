import type { SubscriptionAccount } from './accounts.generated.js';

export function subscriptionIsPaused(subscription: Pick<SubscriptionAccount, 'pausedAt' | 'resumedAt'>): boolean {
  return subscription.pausedAt > subscription.resumedAt;
}
