import { tenantOfKey } from '@oracle-gateway/fair-share';
import { type LedgerRead, rememberedAddresses } from '@oracle-gateway/ledger';
import { CHARGES, quotaKey } from '@oracle-gateway/outbox';
import { type Address, deriveFeedId, formatAddress, roundAddress, roundIdOf, unitsOf } from '@oracle-gateway/protocol';
import { equalBytes } from '@oracle-gateway/protocol/internal';
import {
  ACCOUNT_BYTES,
  type DelegateAccount,
  delegateIsRevoked,
  delegateRoundsLeft,
  type SubscriptionAccount,
} from '@oracle-gateway/protocol/accounts';
import { requireEnvelopes } from '../../admission/requested-subject.js';
import type { ChargedRound } from '../../charges/charged-round.js';
import type { AdmittedHold } from '../../engine/index.js';
import { GatewayError } from '../../errors/gateway-error.js';
import { delegateRefusal, gatewayRefusal, type RoundClaim, subscriptionRefusal } from '../../admission/account-refusals.js';
import { checkRequestAuth, type SubscriptionRoundRequest } from './request.js';
import type { PathPorts } from '../path-ports.js';
import { readersOf } from '../../answers/stored-answer.js';
import { checkTerms, requireTimely, type TermNames } from '../../admission/round-terms.js';

const NAMES: TermNames = { signaturesRequired: 'signaturesRequired', registryVersion: 'registryVersion', timestampSeconds: 'timestamp' };

export type SubscriptionAdmission = (request: SubscriptionRoundRequest, authorization: string | undefined) => Promise<ChargedRound>;

/** Admission of the subscription path, in this order: terms (400), credential (401), authority and subscription (403). */
export function createSubscriptionAdmission(ports: PathPorts): SubscriptionAdmission {
  const { deployment, accounts, callers } = ports;
  return async (request, authorization) => {
    const registry = await checkTerms(request, NAMES, ports);
    await requireEnvelopes(request, registry, ports);
    const { feedOwner, signaturesRequired, timestampSeconds, subject, sealed, keepsEvidence } = request;
    const { sourceId } = subject;
    const units = unitsOf(subject.form);
    const feedId = deriveFeedId({ owner: feedOwner, sourceId, signaturesRequired });
    // Any Authorization header must be a good session token, even beside a good authSig.
    const endSession = authorization === undefined ? undefined : await callers.checkBearer(authorization, request);
    if (endSession === undefined) checkRequestAuth(request, feedId, callers.verifySignature);

    const { subscriptionOwner } = request;
    const isOwner = equalBytes(feedOwner, subscriptionOwner);
    const [read, delegate, account] = await Promise.all([
      accounts.subscription(subscriptionOwner),
      isOwner ? null : accounts.delegate({ subscriptionOwner, authority: feedOwner }),
      ports.gatewayAccount(),
    ]);
    // Judged after the last read: a slow ledger must not let a request through that is too old by now.
    requireTimely(timestampSeconds, NAMES, ports);
    if (delegate !== null && isOver(delegate.value)) await endSession?.();
    const claim = { gateway: deployment.gateway, timestampSeconds, nowSeconds: ports.clock.nowMs() / 1000, signaturesRequired, units };
    const holds = [
      subscriptionHold(subscriptionOwner, read, claim),
      ...(delegate === null ? [] : [delegateHold(request, delegate, claim, ports)]),
    ];
    const gatewayFault = gatewayRefusal(account, timestampSeconds);
    if (gatewayFault !== null) throw new GatewayError(gatewayFault);

    return {
      path: 'subscription',
      listedUnder: ownerList(subscriptionOwner),
      roundId: roundIdOf(roundAddress({ programId: deployment.programId, feedOwner, sourceId, signaturesRequired, timestampSeconds })),
      requester: subscriptionOwner,
      tenant: tenantOfKey(subscriptionOwner, { isStranger: false }),
      feedOwner,
      feedId,
      subject,
      sealed,
      keepsEvidence,
      ...readersOf(sealed, feedOwner, subscriptionOwner),
      signaturesRequired,
      registry,
      timestampSeconds,
      charge: { kind: 'subscription', subscriptionOwner, feedOwner },
      opensAccountsOfBytes: [ACCOUNT_BYTES.roundReceipt],
      exclusive: [],
      holds,
    };
  };
}

/** The list of the rounds that an owner and its delegates have asked for. */
export function ownerList(owner: Address): string {
  return `owner:${formatAddress(owner)}`;
}

/** A delegate that the ledger no longer knows keeps no session. */
function isOver(delegate: DelegateAccount | null): boolean {
  return delegate === null || delegateIsRevoked(delegate);
}

/** So many of the rounds left as the request has sources, until the round is settled. */
function subscriptionHold(owner: Address, { value, slot }: LedgerRead<SubscriptionAccount>, claim: RoundClaim): AdmittedHold {
  const refusal = subscriptionRefusal(value, claim);
  if (refusal !== null || value === null) throw new GatewayError(refusal ?? 'subscription_missing');
  return {
    quotaKey: quotaKey(CHARGES.subscription.quotas.ofOwner, owner),
    units: claim.units,
    available: value.roundsLeft,
    slot,
    until: 'settled',
    refusal: 'quota_committed',
  };
}

/** The delegate's rounds that the request takes, beside as many of the subscription. */
function delegateHold(
  { subscriptionOwner, feedOwner }: SubscriptionRoundRequest,
  { value, slot }: LedgerRead<DelegateAccount>,
  claim: RoundClaim,
  { deployment: { programId } }: PathPorts,
): AdmittedHold {
  const refusal = delegateRefusal(value, claim);
  if (refusal !== null || value === null) throw new GatewayError(refusal ?? 'consumer_not_authorised');
  return {
    quotaKey: quotaKey(CHARGES.subscription.quotas.ofDelegate, rememberedAddresses.delegate(programId, subscriptionOwner, feedOwner)),
    units: claim.units,
    available: delegateRoundsLeft(value),
    slot,
    until: 'settled',
    refusal: 'delegate_quota_committed',
  };
}
