import { NO_OWNER, toAddress } from '@oracle-gateway/protocol';
import type { AgentEscrowAccount, DelegateAccount, SubscriptionAccount } from '@oracle-gateway/protocol/accounts';
import { describe, expect, it } from 'vitest';
import { gatewayAccount } from '../../tests/fakes/ledger-accounts.js';
import { delegateRefusal, escrowRefusal, gatewayRefusal, subscriptionRefusal } from './account-refusals.js';

const GATEWAY = toAddress(new Uint8Array(32).fill(1));
const T = 10_000;
const claim = { gateway: GATEWAY, timestampSeconds: T, nowSeconds: T + 0.5, signaturesRequired: 3, units: 1 };
const good: SubscriptionAccount = {
  maxSignatures: 3,
  owner: NO_OWNER,
  gateway: GATEWAY,
  pendingGateway: null,
  gatewayFrom: BigInt(T),
  roundsLeft: 1n,
  expiresAt: BigInt(T),
  pausedAt: 0n,
  resumedAt: 0n,
  openedAt: 1n,
  changeProposedAt: 0n,
};

describe('subscriptionRefusal', () => {
  it.each([
    ['covers a round up to the second it expires', {}, null],
    ['is missing', null, 'subscription_missing'],
    ['names another gateway', { gateway: NO_OWNER }, 'subscription_other_gateway'],
    [
      'is leaving this gateway: the rounds left are for those it has served already',
      { pendingGateway: NO_OWNER, changeProposedAt: BigInt(T) },
      'subscription_gateway_changing',
    ],
    [
      'is coming to this gateway and still with another',
      { gateway: NO_OWNER, pendingGateway: GATEWAY, changeProposedAt: 1n },
      'subscription_other_gateway',
    ],
    [
      'named this gateway after the timestamp, which the program would refuse',
      { gatewayFrom: BigInt(T + 1) },
      'subscription_other_gateway',
    ],
    ['is paused', { pausedAt: 1n }, 'subscription_paused'],
    ['was paused again after a resume', { pausedAt: 9n, resumedAt: 8n }, 'subscription_paused'],
    ['was resumed at the very timestamp', { pausedAt: 1n, resumedAt: BigInt(T) }, null],
    ['was resumed after the timestamp, which the program would refuse', { pausedAt: 1n, resumedAt: BigInt(T + 1) }, 'subscription_paused'],
    ['was resumed after the timestamp, within the grace of the pause', { pausedAt: BigInt(T - 600), resumedAt: BigInt(T + 1) }, null],
    [
      'was resumed after the timestamp, one second past the grace',
      { pausedAt: BigInt(T - 601), resumedAt: BigInt(T + 1) },
      'subscription_paused',
    ],
    ['expired before the timestamp', { expiresAt: BigInt(T - 1) }, 'subscription_expired'],
    ['pays for smaller quorums', { maxSignatures: 2 }, 'quorum_above_subscription'],
    ['has no rounds left', { roundsLeft: 0n }, 'subscription_exhausted'],
  ] as const)('a subscription that %s', (_state, changes, expected) => {
    expect(subscriptionRefusal(changes === null ? null : { ...good, ...changes }, claim)).toBe(expected);
  });

  it('expiry is judged at the clock too: an old timestamp does not extend a subscription', () => {
    expect(subscriptionRefusal(good, { ...claim, nowSeconds: T + 1 })).toBe('subscription_expired');
  });
});

describe('gatewayRefusal', () => {
  const active = gatewayAccount();

  it.each([
    ['active', active, null],
    ['unregistered', null, 'gateway_inactive'],
    ['deactivated', { ...active, deactivatedAt: BigInt(T) }, 'gateway_inactive'],
    ['reactivated before the timestamp', { ...active, deactivatedAt: 1n, reactivatedAt: BigInt(T) }, null],
    ['reactivated after the timestamp', { ...active, deactivatedAt: 1n, reactivatedAt: BigInt(T + 1) }, 'gateway_inactive'],
    [
      'reactivated after the timestamp, within the grace',
      { ...active, deactivatedAt: BigInt(T - 600), reactivatedAt: BigInt(T + 1) },
      null,
    ],
  ] as const)('a gateway that is %s', (_state, account, expected) => {
    expect(gatewayRefusal(account, T)).toBe(expected);
  });
});

describe('delegateRefusal', () => {
  const delegate: DelegateAccount = {
    maxSignatures: 3,
    subscription: NO_OWNER,
    authority: NO_OWNER,
    rounds: 5n,
    roundsSettled: 4n,
    loweredAt: 0n,
    earlierMaxSignatures: 0,
    earlierRounds: 0n,
    expiresAt: BigInt(T),
    revokedAt: 0n,
    addedAt: BigInt(T + 600),
  };
  it.each([
    ['may ask up to the second it expires, for a time as long before it was added as settles', {}, null],
    ['is missing', null, 'consumer_not_authorised'],
    ['was added too long after the timestamp', { addedAt: BigInt(T + 601) }, 'consumer_not_authorised'],
    ['is revoked, however little ago', { revokedAt: BigInt(T) }, 'delegate_revoked'],
    ['had expired at the timestamp', { expiresAt: BigInt(T - 1) }, 'delegate_expired'],
    ['asks for more signatures than it may', { maxSignatures: 2 }, 'quorum_above_delegate'],
    [
      'may not ask any more for what it might before its bound was lowered',
      { maxSignatures: 2, earlierMaxSignatures: 3 },
      'quorum_above_delegate',
    ],
    ['has used all its rounds', { roundsSettled: 5n }, 'delegate_exhausted'],
    ['has fewer rounds than it has used', { rounds: 3n, earlierRounds: 9n }, 'delegate_exhausted'],
  ] as const)('a delegate that %s', (_state, changes, code) => {
    expect(delegateRefusal(changes === null ? null : { ...delegate, ...changes }, claim)).toBe(code);
  });
  it('a delegate that has expired by now may not ask for an earlier time', () => {
    expect(delegateRefusal(delegate, { ...claim, nowSeconds: T + 1 })).toBe('delegate_expired');
  });
});

describe('escrowRefusal', () => {
  const PAYER = toAddress(new Uint8Array(32).fill(2));
  const active: AgentEscrowAccount = {
    authority: PAYER,
    gateway: GATEWAY,
    pausedAt: 0n,
    resumedAt: 0n,
    withdrawRequestedAt: 0n,
    withdrawableAt: 0n,
  };
  it.each([
    ['is not there yet', null, null],
    ['is active', {}, null],
    ['has another authority', { authority: GATEWAY }, 'escrow_other_authority'],
    ['is with another gateway', { gateway: PAYER }, 'escrow_other_gateway'],
    ['is paused, however little ago', { pausedAt: BigInt(T) }, 'escrow_paused'],
    ['is to be withdrawn', { pausedAt: 5n, withdrawRequestedAt: 6n, withdrawableAt: 7n }, 'escrow_paused'],
    ['was resumed at the very timestamp', { pausedAt: 1n, resumedAt: BigInt(T) }, null],
    ['was resumed after the timestamp, within the grace of the pause', { pausedAt: BigInt(T - 600), resumedAt: BigInt(T + 1) }, null],
    [
      'was resumed after the timestamp, one second past the grace',
      { pausedAt: BigInt(T - 601), resumedAt: BigInt(T + 1) },
      'escrow_paused',
    ],
  ] as const)('an escrow that %s', (_state, changes, code) => {
    const escrow = changes === null ? null : { ...active, ...changes };
    expect(escrowRefusal(escrow, { payer: PAYER, gateway: GATEWAY, timestampSeconds: T })).toBe(code);
  });
});
