import { type Tenant, tenantOfKey } from '@oracle-gateway/fair-share';
import { type ChainTip, CLOCK_TOLERANCE, rememberedAddresses } from '@oracle-gateway/ledger';
import { quotaKey, type PaymentRecord } from '@oracle-gateway/outbox';
import { type Address, deriveFeedId, NO_OWNER, parseAddress, x402RoundIdOf, x402RoundKey } from '@oracle-gateway/protocol';
import { X402_TICK_MS } from '@oracle-gateway/protocol/internal';
import { matchingTerms, type PaymentTerms } from '@oracle-gateway/x402';
import { requireEnvelopes } from '../../admission/requested-subject.js';
import type { AdmittedExclusiveKey, AdmittedHold } from '../../engine/index.js';
import { GatewayError } from '../../errors/gateway-error.js';
import type { PaymentFacility } from '../../payments/payment-facility.js';
import { gatewayRefusal } from '../../admission/account-refusals.js';
import { identifierKey } from './payment-identifier.js';
import { exclusiveKeyOf, paidOtherwise, requireUnused, type SentPayment } from './payment-authorization.js';
import { checkRegistry } from '../../admission/round-terms.js';
import type { PathPorts } from '../path-ports.js';
import { tokensHold, type X402Round } from './policy.js';
import { readSourcePaymentsOf, type X402RoundRequest } from './request.js';
import type { PricedRound, X402Refusal, X402Terms } from './terms.js';

/** Sender of a request, since the payer is unknown until the payment is verified. `hint`: what a caller without payment has sent instead. */
export interface X402Sender {
  readonly tenant: Tenant;
  readonly hint?: string | undefined;
}

export type X402Admission = (
  request: X402RoundRequest,
  sent: SentPayment | GatewayError | undefined,
  sender: X402Sender,
) => Promise<X402Round>;

export interface X402AdmissionDeps {
  readonly ports: PathPorts;
  readonly facility: PaymentFacility;
  readonly terms: X402Terms;
  /** Rounds of one payer whose payment is not concluded. */
  readonly maxInFlight: number;
}

const NAMES = { signaturesRequired: 'signatures_required', registryVersion: 'registry_version' };

const ROUND_ID_BYTES = 16;
/** A tick is over when the clock says so; for this long a clock that was set back finds it used. */
const TICK_LIFE_MS = 60_000;
/**
 * Blocks after which a payment can land no more: 150 of a blockhash's life, which began before the payment was sent. Some more because the payer's
 * server may be ahead of ours, and as many as the believed height may be too low.
 */
const LANDING_BLOCKS = 200 + CLOCK_TOLERANCE;

/**
 * Admission of the pay-per-request path, in this order: terms and source payments (400); a missing payment (402), an
 * undecodable one (400), one for other terms (402); missing source payments (402); a used payment (409). The ledger and the facilitator are
 * asked last, by the path's policy, while a place for the round is free. Nothing is reserved before.
 */
export function createX402Admission(deps: X402AdmissionDeps): X402Admission {
  const { ports, facility } = deps;
  const { programId, mint } = ports.deployment;
  const treasury = rememberedAddresses.associatedToken(rememberedAddresses.config(programId), mint);
  return async (request, sent, { tenant: sender, hint }) => {
    const registry = await checkRegistry(request, NAMES, ports);
    const { subject, sealed, keepsEvidence, signaturesRequired, isPaywalled } = request;
    await requireEnvelopes(request, registry, ports);
    const sourcePayments = readSourcePaymentsOf(request, registry);
    const gatewayFault = gatewayRefusal(await ports.gatewayAccount(), Math.floor(ports.clock.nowMs() / 1000));
    if (gatewayFault !== null) throw new GatewayError(gatewayFault);

    const round: PricedRound = { subject, signaturesRequired, registry };
    const identity = { sourceId: subject.sourceId, signaturesRequired };
    const refusal = (terms: PaymentTerms, code: X402Refusal['code'], detail?: string): GatewayError =>
      deps.terms.refuse({ code, ...(detail === undefined ? {} : { detail }), round, terms, ...(isPaywalled ? { source: {} } : {}) });
    if (sent === undefined) throw refusal((await deps.terms.offers(round))[0], 'payment_required', hint);
    if (sent instanceof GatewayError) throw sent;
    const { accepted, offered } = await judgeTerms(sent, round, deps);
    if (accepted === null) throw refusal(offered, 'payment_terms_mismatch');
    const otherwise = paidOtherwise(sent.authorization, accepted, { treasury, verifySignature: ports.callers.verifySignature });
    if (otherwise !== null) throw refusal(accepted, 'payment_refused', otherwise);
    if (isPaywalled && sourcePayments === undefined) throw refusal(accepted, 'source_payments_missing');
    const authorizationKey = exclusiveKeyOf(sent);
    await requireUnused(authorizationKey, ports);

    const { payer } = sent.authorization;
    const { identifier } = sent.payload;
    return {
      path: 'x402',
      roundId: x402RoundIdOf(ports.randomBytes(ROUND_ID_BYTES)),
      requester: payer,
      tenant: tenantOfKey(payer, { isStranger: true }),
      feedOwner: NO_OWNER,
      feedId: deriveFeedId({ owner: NO_OWNER, ...identity }),
      ...round,
      sealed,
      keepsEvidence,
      isOfVersion: true,
      exclusive: [...(identifier === null ? [] : [identifierKey(payer, identifier)]), authorizationKey, tickKey({ payer, ...identity })],
      holds: [payerHold(payer, deps), ...tokensHold(sent.authorization, facility)],
      payment: paymentRecord(sent, accepted, await ports.ledger.tip(), facility),
      toSettle: { payload: sent.payload, terms: accepted },
      isPaywalled,
      authorizationKey,
      payerTokenAccount: sent.authorization.payerTokenAccount,
      sender,
      ...(sourcePayments === undefined ? {} : { sourcePayments }),
    };
  };
}

/** The known terms that a payment accepts. The price is read again once before the payment is refused. */
async function judgeTerms(
  { payload }: SentPayment,
  round: PricedRound,
  { terms }: X402AdmissionDeps,
): Promise<{ readonly accepted: PaymentTerms | null; readonly offered: PaymentTerms }> {
  const known = await terms.offers(round);
  const accepted = matchingTerms(payload.accepted, known);
  if (accepted !== null) return { accepted, offered: known[0] };
  const afresh = await terms.offers(round, { refresh: true });
  return { accepted: matchingTerms(payload.accepted, afresh), offered: afresh[0] };
}

/** One payer has one round of one source and quorum in a tick of the reservation's own time (docs/protocol.md#payment-on-the-pay-per-request-path). */
function tickKey(identity: Parameters<typeof x402RoundKey>[0]): AdmittedExclusiveKey {
  return {
    name: `x402-tick:${x402RoundKey(identity)}`,
    lifeMs: TICK_LIFE_MS,
    tickMs: X402_TICK_MS,
    refusal: 'duplicate_tick',
  };
}

/** One of the payments that a payer may have open, until it is concluded. */
function payerHold(payer: Address, { maxInFlight }: X402AdmissionDeps): AdmittedHold {
  return {
    quotaKey: quotaKey('x402-payer', payer),
    units: 1,
    available: BigInt(maxInFlight),
    slot: null,
    until: 'settled',
    refusal: 'payer_payments_open',
  };
}

/** Record by which the payment is found on the ledger again, whatever becomes of this process. */
function paymentRecord(
  { authorization }: SentPayment,
  terms: PaymentTerms,
  { slot, blockHeight }: ChainTip,
  facility: PaymentFacility,
): PaymentRecord {
  return {
    messageHash: authorization.key,
    payer: authorization.payer,
    payerTokenAccount: authorization.payerTokenAccount,
    mint: parseAddress(terms.asset),
    payToTokenAccount: authorization.payeeTokenAccount,
    amountAtomic: BigInt(terms.amount),
    memo: terms.extra.memo,
    feePayer: parseAddress(terms.extra.feePayer),
    blockhash: authorization.blockhash,
    earliestSlot: slot,
    expiry: { kind: 'height', lastValidBlockHeight: blockHeight + LANDING_BLOCKS },
    facilitator: facility.kind,
  };
}
