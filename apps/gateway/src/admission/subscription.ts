import type { LedgerRead, LedgerReader } from '@oracle-gateway/ledger';
import { inFlightAccount, subscriptionAccount } from '@oracle-gateway/outbox';
import {
  type Address,
  deriveFeedId,
  deriveSourceId,
  equalBytes,
  roundAddress,
  roundIdOf,
  toUnixMs,
  type VerifyEd25519,
} from '@oracle-gateway/protocol';
import type { SubscriptionAccount } from '@oracle-gateway/protocol/accounts';
import { GatewayError } from '../errors.js';
import type { GatewayStanding } from '../gateway-standing.js';
import type { AdmittedHold, AdmittedRound } from './admitted-round.js';
import { gatewayRefusal, type RoundClaim, subscriptionRefusal } from './ledger-standing.js';
import { checkRequestAuth } from './request-auth.js';
import type { RoundRequest } from './round-request.js';
import { checkTerms, requireTimely } from './round-terms.js';
import type { SubscriptionLookup } from './subscription-lookup.js';

export type SubscriptionAdmission = (request: RoundRequest, authorization: string | undefined) => Promise<AdmittedRound>;

export interface SubscriptionAdmissionDeps {
  readonly ledger: Pick<LedgerReader, 'currentRegistry'>;
  readonly lookUpSubscription: SubscriptionLookup;
  readonly gatewayStanding: GatewayStanding;
  readonly verifySignature: VerifyEd25519;
  readonly programId: Address;
  /** The Gateway account. */
  readonly gateway: Address;
  readonly skewSeconds: number;
  /** Rounds of one subscription that may wait for their answer at once. */
  readonly maxInFlight: number;
  readonly nowMs: () => number;
}

/** Admission of the subscription path, in the order of protocol §9: terms (400), credential (401), authority and subscription (403). */
export function createSubscriptionAdmission(deps: SubscriptionAdmissionDeps): SubscriptionAdmission {
  return async (request, authorization) => {
    const registry = await checkTerms(request, deps);
    const { consumerAuthority, signaturesRequired, timestampSeconds } = request;
    const sourceId = deriveSourceId(request.apiConfig);
    const feedId = deriveFeedId({ owner: consumerAuthority, sourceId, signaturesRequired });
    checkRequestAuth(request, feedId, authorization, deps.verifySignature);

    if (!equalBytes(consumerAuthority, request.subscriptionOwner)) {
      throw new GatewayError('consumer_not_authorised', { detail: 'it is not the owner, and delegates are not enabled on this gateway' });
    }
    const [read, standing] = await Promise.all([deps.lookUpSubscription(request.subscriptionOwner), deps.gatewayStanding()]);
    // Judged after the last read: a slow ledger must not let a request through that is too old by now.
    requireTimely(timestampSeconds, deps);
    const claim = { gateway: deps.gateway, timestampSeconds, nowSeconds: deps.nowMs() / 1000, signaturesRequired };
    const subscription = requireCover(read, claim);
    const gatewayFault = gatewayRefusal(standing, timestampSeconds);
    if (gatewayFault !== null) throw new GatewayError(gatewayFault);

    return {
      path: 'subscription',
      roundId: roundIdOf(roundAddress({ programId: deps.programId, consumerAuthority, sourceId, signaturesRequired, timestampSeconds })),
      requester: request.subscriptionOwner,
      feedOwner: consumerAuthority,
      feedId,
      sourceId,
      apiConfig: request.apiConfig,
      signaturesRequired,
      registry,
      timeRule: 'flat',
      timestampSeconds,
      timestampMs: toUnixMs(timestampSeconds),
      subscriptionOwner: request.subscriptionOwner,
      exclusive: [],
      holds: holdsOf(request.subscriptionOwner, subscription, deps),
    };
  };
}

interface Cover {
  readonly roundsLeft: bigint;
  readonly slot: number;
}

/** One of the rounds left until the round is settled, and one place in flight until it is answered. */
function holdsOf(
  owner: Address,
  { roundsLeft, slot }: Cover,
  { maxInFlight }: Pick<SubscriptionAdmissionDeps, 'maxInFlight'>,
): readonly AdmittedHold[] {
  return [
    { account: subscriptionAccount(owner), units: 1, available: roundsLeft, slot, until: 'settled', refusal: 'quota_committed' },
    {
      account: inFlightAccount(owner),
      units: 1,
      available: BigInt(maxInFlight),
      slot: null,
      until: 'answered',
      refusal: 'subscription_at_capacity',
    },
  ];
}

function requireCover(read: LedgerRead<SubscriptionAccount>, claim: RoundClaim): Cover {
  const refusal = subscriptionRefusal(read.value, claim);
  if (refusal !== null || read.value === null) throw new GatewayError(refusal ?? 'subscription_missing');
  return { roundsLeft: read.value.roundsLeft, slot: read.slot };
}
