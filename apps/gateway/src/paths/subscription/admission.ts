import { type LedgerRead, rememberedAddresses, type RegistryNodesReader, type RegistryReader } from '@oracle-gateway/ledger';
import { CHARGES, quotaKey } from '@oracle-gateway/outbox';
import {
  type Address,
  deriveFeedId,
  deriveSourceId,
  equalBytes,
  formatAddress,
  roundAddress,
  roundIdOf,
  type VerifyEd25519,
} from '@oracle-gateway/protocol';
import {
  ACCOUNT_BYTES,
  type DelegateAccount,
  delegateIsRevoked,
  delegateRoundsLeft,
  type SubscriptionAccount,
} from '@oracle-gateway/protocol/accounts';
import { requireEnvelopes } from '../../admission/sealed-secrets.js';
import type { ChargedRound } from '../../charges/charged-round.js';
import type { AdmittedHold } from '../../engine/index.js';
import { GatewayError } from '../../errors/gateway-error.js';
import type { CheckBearer } from '../../sessions/bearer.js';
import type { GatewayAccountCache } from '../../ledger/gateway-account-cache.js';
import { delegateRefusal, gatewayRefusal, type RoundClaim, subscriptionRefusal } from '../../admission/account-refusals.js';
import type { DelegateLookup, SubscriptionLookup } from '../../admission/ledger-lookup.js';
import { checkRequestAuth } from './request-auth.js';
import { readersOf } from '../../answers/round-readers.js';
import type { SubscriptionRoundRequest } from './request.js';
import { checkTerms, requireTimely, type TermNames } from '../../admission/round-terms.js';
import { tenantOfKey } from '../../admission/tenant-of-key.js';

const NAMES: TermNames = { signaturesRequired: 'signaturesRequired', registryVersion: 'registryVersion', timestampSeconds: 'timestamp' };

export type SubscriptionAdmission = (request: SubscriptionRoundRequest, authorization: string | undefined) => Promise<ChargedRound>;

export interface SubscriptionAdmissionDeps {
  readonly ledger: RegistryReader & RegistryNodesReader;
  readonly lookUpSubscription: SubscriptionLookup;
  readonly lookUpDelegate: DelegateLookup;
  readonly gatewayAccount: GatewayAccountCache;
  readonly verifySignature: VerifyEd25519;
  readonly checkBearer: CheckBearer;
  readonly programId: Address;
  /** The Gateway account. */
  readonly gateway: Address;
  readonly skewSeconds: number;
  readonly nowMs: () => number;
}

/** Admission of the subscription path, in the order of protocol §9: terms (400), credential (401), authority and subscription (403). */
export function createSubscriptionAdmission(deps: SubscriptionAdmissionDeps): SubscriptionAdmission {
  return async (request, authorization) => {
    const registry = await checkTerms(request, NAMES, deps);
    await requireEnvelopes(request.sealed, registry, deps);
    const { feedOwner, signaturesRequired, timestampSeconds } = request;
    const sourceId = deriveSourceId(request.apiConfig);
    const feedId = deriveFeedId({ owner: feedOwner, sourceId, signaturesRequired });
    // Any Authorization header must be a good session token, even beside a good authSig.
    const endSession = authorization === undefined ? undefined : await deps.checkBearer(authorization, request);
    if (endSession === undefined) checkRequestAuth(request, feedId, deps.verifySignature);

    const { subscriptionOwner } = request;
    const isOwner = equalBytes(feedOwner, subscriptionOwner);
    const [read, delegate, account] = await Promise.all([
      deps.lookUpSubscription(subscriptionOwner),
      isOwner ? null : deps.lookUpDelegate({ subscriptionOwner, authority: feedOwner }),
      deps.gatewayAccount(),
    ]);
    // Judged after the last read: a slow ledger must not let a request through that is too old by now.
    requireTimely(timestampSeconds, NAMES, deps);
    if (delegate !== null && isOver(delegate.value)) await endSession?.();
    const claim = { gateway: deps.gateway, timestampSeconds, nowSeconds: deps.nowMs() / 1000, signaturesRequired };
    const holds = [
      subscriptionHold(subscriptionOwner, read, claim),
      ...(delegate === null ? [] : [delegateHold(request, delegate, claim, deps)]),
    ];
    const gatewayFault = gatewayRefusal(account, timestampSeconds);
    if (gatewayFault !== null) throw new GatewayError(gatewayFault);

    return {
      path: 'subscription',
      listedUnder: ownerList(subscriptionOwner),
      roundId: roundIdOf(roundAddress({ programId: deps.programId, feedOwner, sourceId, signaturesRequired, timestampSeconds })),
      requester: subscriptionOwner,
      tenant: tenantOfKey(subscriptionOwner, { isStranger: false }),
      feedOwner,
      feedId,
      sourceId,
      apiConfig: request.apiConfig,
      sealed: request.sealed,
      ...readersOf(request.sealed, feedOwner, subscriptionOwner),
      signaturesRequired,
      registry,
      time: { rule: 'flat', timestampSeconds },
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

/** One of the rounds left, until the round is settled. */
function subscriptionHold(owner: Address, { value, slot }: LedgerRead<SubscriptionAccount>, claim: RoundClaim): AdmittedHold {
  const refusal = subscriptionRefusal(value, claim);
  if (refusal !== null || value === null) throw new GatewayError(refusal ?? 'subscription_missing');
  return {
    quotaKey: quotaKey(CHARGES.subscription.quotas.ofOwner, owner),
    units: 1,
    available: value.roundsLeft,
    slot,
    until: 'settled',
    refusal: 'quota_committed',
  };
}

/** One of the rounds that the owner left to the delegate, beside the subscription's. */
function delegateHold(
  { subscriptionOwner, feedOwner }: Pick<SubscriptionRoundRequest, 'subscriptionOwner' | 'feedOwner'>,
  { value, slot }: LedgerRead<DelegateAccount>,
  claim: RoundClaim,
  { programId }: Pick<SubscriptionAdmissionDeps, 'programId'>,
): AdmittedHold {
  const refusal = delegateRefusal(value, claim);
  if (refusal !== null || value === null) throw new GatewayError(refusal ?? 'consumer_not_authorised');
  return {
    quotaKey: quotaKey(CHARGES.subscription.quotas.ofDelegate, rememberedAddresses.delegate(programId, subscriptionOwner, feedOwner)),
    units: 1,
    available: delegateRoundsLeft(value),
    slot,
    until: 'settled',
    refusal: 'delegate_quota_committed',
  };
}
