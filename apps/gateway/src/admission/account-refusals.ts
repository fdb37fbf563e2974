import type { ErrorCode } from '@oracle-gateway/gateway-api/errors';
import type { Address } from '@oracle-gateway/protocol';
import { equalBytes, GRACE_SECONDS } from '@oracle-gateway/protocol/internal';
import {
  type AgentEscrowAccount,
  agentEscrowIsPaused,
  type DelegateAccount,
  delegateIsRevoked,
  delegateRoundsLeft,
  type GatewayAccount,
  gatewayIsActive,
  type SubscriptionAccount,
  subscriptionIsPaused,
} from '@oracle-gateway/protocol/accounts';

export interface RoundClaim {
  readonly gateway: Address;
  readonly timestampSeconds: number;
  readonly nowSeconds: number;
  readonly signaturesRequired: number;
  /** Rounds that the request is charged as: the number of its sources. */
  readonly units: number;
}

/**
 * Why a subscription does not cover a round, or `null`. Stricter than the program, never laxer: the program judges a round at its
 * timestamp, and a round it would refuse to settle must not be served.
 */
export function subscriptionRefusal(subscription: SubscriptionAccount | null, claim: RoundClaim): ErrorCode | null {
  if (subscription === null) return 'subscription_missing';
  if (!equalBytes(subscription.gateway, claim.gateway)) return 'subscription_other_gateway';
  if (subscription.pendingGateway !== null) return 'subscription_gateway_changing';
  const timestamp = BigInt(claim.timestampSeconds);
  if (timestamp < subscription.gatewayFrom) return 'subscription_other_gateway';
  if (subscriptionIsPaused(subscription)) return 'subscription_paused';
  if (fallsIntoGap(timestamp, subscription.pausedAt, subscription.resumedAt)) return 'subscription_paused';
  if (timestamp > subscription.expiresAt || BigInt(Math.floor(claim.nowSeconds)) > subscription.expiresAt) return 'subscription_expired';
  if (claim.signaturesRequired > subscription.maxSignatures) return 'quorum_above_subscription';
  if (subscription.roundsLeft < BigInt(claim.units)) return 'subscription_exhausted';
  return null;
}

/** Why a delegate of the subscription may not ask for a round, or `null`. Stricter than the program, likewise. */
export function delegateRefusal(delegate: DelegateAccount | null, claim: RoundClaim): ErrorCode | null {
  if (delegate === null) return 'consumer_not_authorised';
  if (delegateIsRevoked(delegate)) return 'delegate_revoked';
  const timestamp = BigInt(claim.timestampSeconds);
  if (timestamp < delegate.addedAt - GRACE_SECONDS) return 'consumer_not_authorised';
  if (timestamp > delegate.expiresAt || BigInt(Math.floor(claim.nowSeconds)) > delegate.expiresAt) return 'delegate_expired';
  if (claim.signaturesRequired > delegate.maxSignatures) return 'quorum_above_delegate';
  if (delegateRoundsLeft(delegate) < BigInt(claim.units)) return 'delegate_exhausted';
  return null;
}

export interface EscrowClaim {
  readonly payer: Address;
  readonly gateway: Address;
  readonly timestampSeconds: number;
}

/**
 * Why an escrow does not serve a round, or `null`; what it holds is not judged. Stricter than the program, likewise. An escrow that is not there
 * has the payer as its authority and is active. A withdrawal is requested and paid under a pause only.
 */
export function escrowRefusal(escrow: AgentEscrowAccount | null, claim: EscrowClaim): ErrorCode | null {
  if (escrow === null) return null;
  if (!equalBytes(escrow.authority, claim.payer)) return 'escrow_other_authority';
  if (!equalBytes(escrow.gateway, claim.gateway)) return 'escrow_other_gateway';
  if (agentEscrowIsPaused(escrow)) return 'escrow_paused';
  return fallsIntoGap(BigInt(claim.timestampSeconds), escrow.pausedAt, escrow.resumedAt) ? 'escrow_paused' : null;
}

/** Whether the gateway may serve a round at all: an inactive gateway's rounds are not settled. */
export function gatewayRefusal(gateway: GatewayAccount | null, timestampSeconds: number): ErrorCode | null {
  if (gateway === null || !gatewayIsActive(gateway)) return 'gateway_inactive';
  return fallsIntoGap(BigInt(timestampSeconds), gateway.deactivatedAt, gateway.reactivatedAt) ? 'gateway_inactive' : null;
}

/** A caller may name a time up to the skew in the past: one between a stop's grace and the restart is not settled. */
function fallsIntoGap(timestamp: bigint, stoppedAt: bigint, restartedAt: bigint): boolean {
  return stoppedAt !== 0n && timestamp > stoppedAt + GRACE_SECONDS && timestamp < restartedAt;
}
