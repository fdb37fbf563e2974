import type { Address } from '../address.js';
import { decodeSubscriptionBody } from './accounts.generated.js';

/** Prepaid rounds at one gateway. Times are unix seconds, 0 = never. */
export interface SubscriptionAccount {
  /** Largest quorum of its rounds. */
  readonly maxSignatures: number;
  readonly owner: Address;
  /** Gateway account that may serve it. */
  readonly gateway: Address;
  /** Proposed next Gateway account; null without one. While a change is pending, no gateway may serve the subscription. */
  readonly pendingGateway: Address | null;
  /** Earliest timestamp of a round that `gateway` may serve. */
  readonly gatewayFrom: bigint;
  readonly roundsLeft: bigint;
  readonly expiresAt: bigint;
  readonly pausedAt: bigint;
  readonly resumedAt: bigint;
  readonly openedAt: bigint;
  /** When the pending change was proposed. */
  readonly changeProposedAt: bigint;
}

/** @throws AccountDecodeError */
export function decodeSubscription(data: Uint8Array): SubscriptionAccount {
  return decodeSubscriptionBody(data);
}

export function subscriptionIsPaused(subscription: Pick<SubscriptionAccount, 'pausedAt' | 'resumedAt'>): boolean {
  return subscription.pausedAt > subscription.resumedAt;
}
