import type { Address } from '../address.js';
import { AccountReader } from './account-reader.js';

/** A prepaid number of rounds at one gateway. Times are unix seconds, 0 = never. */
export interface SubscriptionAccount {
  /** Largest quorum it pays for. */
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
  const account = AccountReader.open('Subscription', data, 'SVC_SUB1');
  account.requireLength(168);
  return {
    maxSignatures: account.u8(9),
    owner: account.address(16),
    gateway: account.address(48),
    pendingGateway: account.optionalAddress(80),
    gatewayFrom: account.i64(112),
    roundsLeft: account.u64(120),
    expiresAt: account.i64(128),
    pausedAt: account.i64(136),
    resumedAt: account.i64(144),
    openedAt: account.i64(152),
    changeProposedAt: account.i64(160),
  };
}

export function subscriptionIsPaused(subscription: Pick<SubscriptionAccount, 'pausedAt' | 'resumedAt'>): boolean {
  return subscription.pausedAt > subscription.resumedAt;
}
