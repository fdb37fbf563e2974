import type { Party } from '@oracle-gateway/fair-share';
import type { ChainTip, LedgerReader } from '@oracle-gateway/ledger';
import { type ExclusiveKey, type Outbox, type RoundPayment, x402PayerAccount, x402TokensAccount } from '@oracle-gateway/outbox';
import {
  type Address,
  deriveFeedId,
  deriveSourceId,
  formatAddress,
  NO_OWNER,
  toHex,
  type VerifyEd25519,
  X402_TICK_MS,
  x402RoundIdOf,
  x402RoundKey,
} from '@oracle-gateway/protocol';
import { matchingTerms, type PaymentTerms, type PaymentToSettle } from '@oracle-gateway/x402';
import { GatewayError } from '../../errors/gateway-error.js';
import type { Events } from '../../telemetry/events.js';
import type { GatewayStanding } from '../../ledger/gateway-account-cache.js';
import type { PaymentFacility } from '../../payments/payment-facility.js';
import type { VerifyPayment } from '../../payments/verify-payment.js';
import type { RandomBytes } from '../../rounds/model/random-bytes.js';
import type { AdmittedExclusiveKey, AdmittedHold, PaidRound } from '../../rounds/model/admitted-round.js';
import { gatewayRefusal } from '../../admission/account-refusals.js';
import { type LiveBlockhashDeps, mayLand } from './live-blockhash.js';
import { identifierKey } from './payment-identifier.js';
import { authorizationKey, paidOtherwise, type SentPayment } from './payment-authorization.js';
import { partyOfKey } from '../../admission/party-of-key.js';
import { checkRegistry } from '../../admission/round-terms.js';
import { requireEnvelopes } from '../../rounds/model/sealed-secrets.js';
import { readSourcePaymentsOf } from './source-payments.js';
import type { X402RoundRequest } from './request.js';
import type { PricedRound, X402Refusal, X402Terms } from './terms.js';

/** Where a request comes from, since who pays is known when the payment is verified, and what a caller without payment has sent instead. */
export interface X402Sender {
  readonly party: Party;
  readonly hint?: string | undefined;
}

export type X402Admission = (
  request: X402RoundRequest,
  sent: SentPayment | GatewayError | undefined,
  sender: X402Sender,
) => Promise<PaidRound>;

export interface X402AdmissionDeps extends LiveBlockhashDeps {
  readonly ledger: Pick<LedgerReader, 'currentRegistry' | 'readCurrentRegistry' | 'nodes' | 'tip'>;
  readonly outbox: Pick<Outbox, 'exclusiveUser'>;
  readonly gatewayStanding: GatewayStanding;
  readonly facility: Pick<PaymentFacility, 'kind' | 'payerBalance'>;
  readonly verifyPayment: VerifyPayment;
  readonly terms: X402Terms;
  readonly events: Pick<Events, 'facilitatorTrouble' | 'paymentRefused'>;
  readonly verifySignature: VerifyEd25519;
  /** The token account that payments reach. */
  readonly treasury: Address;
  /** Rounds of one payer whose payment is not concluded. */
  readonly maxInFlight: number;
  readonly randomBytes: RandomBytes;
  readonly nowMs: () => number;
}

const NAMES = { signaturesRequired: 'signatures_required', registryVersion: 'registry_version' };

const ROUND_ID_BYTES = 16;
/** A tick is over when the clock says so; for this long a clock that was set back finds it used. */
const TICK_LIFE_MS = 60_000;
/**
 * Blocks after which a payment can land no more: 150 of a blockhash's life, which began before the payment was sent, and some because the
 * payer's server may be ahead of ours.
 */
const LANDING_BLOCKS = 200;

/**
 * Admission of the pay-per-request path, in the order of protocol §9: terms and payments to the source (400), a payment that is missing (402),
 * undecodable (400), for other terms (402), or without those that the source takes (402), and one that was used (409). Whether the payment may
 * land, and the facilitator, are asked last, while there is a place for the round among those at once; nothing is reserved before.
 */
export function createX402Admission(deps: X402AdmissionDeps): X402Admission {
  return async (request, sent, { party: sender, hint }) => {
    const registry = await checkRegistry(request, NAMES, deps);
    const { apiConfig, signaturesRequired, isPaywalled } = request;
    await requireEnvelopes(request.sealed, registry, deps);
    const sourcePayments = readSourcePaymentsOf(request, registry);
    const gatewayFault = gatewayRefusal(await deps.gatewayStanding(), Math.floor(deps.nowMs() / 1000));
    if (gatewayFault !== null) throw new GatewayError(gatewayFault);

    const round: PricedRound = { apiConfig, sourceId: deriveSourceId(apiConfig), signaturesRequired, registry };
    const refusal = (terms: PaymentTerms, code: X402Refusal['code'], detail?: string): GatewayError =>
      deps.terms.refuse({ code, ...(detail === undefined ? {} : { detail }), round, terms, ...(isPaywalled ? { source: {} } : {}) });
    if (sent === undefined) throw refusal((await deps.terms.offers(round))[0], 'payment_required', hint);
    if (sent instanceof GatewayError) throw sent;
    const { accepted, offered } = await judgeTerms(sent, round, deps);
    if (accepted === null) throw refusal(offered, 'payment_terms_mismatch');
    const otherwise = paidOtherwise(sent.authorization, accepted, deps);
    if (otherwise !== null) throw refusal(accepted, 'payment_refused', otherwise);
    if (isPaywalled && sourcePayments === undefined) throw refusal(accepted, 'source_payments_missing');
    const authorization = authorizationKey(sent);
    await requireUnused(authorization, deps);

    const { payer } = sent.authorization;
    const { identifier } = sent.payment;
    const toSettle = { payment: sent.payment, terms: accepted };
    return {
      path: 'x402',
      roundId: x402RoundIdOf(deps.randomBytes(ROUND_ID_BYTES)),
      requester: payer,
      party: partyOfKey(payer, { isStranger: true }),
      feedOwner: NO_OWNER,
      feedId: deriveFeedId({ owner: NO_OWNER, ...round }),
      ...round,
      sealed: request.sealed,
      isOfVersion: true,
      time: { rule: 'nested' },
      exclusive: [...(identifier === null ? [] : [identifierKey(payer, identifier)]), authorization, tickKey({ payer, ...round })],
      holds: [payerHold(payer, deps), ...tokensHold(sent, deps)],
      payment: paymentRecord(sent, accepted, await deps.ledger.tip(), deps),
      toSettle,
      confirm: async () => {
        const refuse = (reason: string): GatewayError => refusal(accepted, 'payment_refused', reason);
        if (!(await mayLand(sent.authorization.blockhash, deps)))
          throw refuse('the ledger does not know its blockhash, or knows no more').forNow();
        await verify({ toSettle, authorization, sender }, refuse, deps);
      },
      refuse: (reason) => refusal(accepted, 'payment_not_made', reason),
      refuseForSource: (answer) =>
        deps.terms.refuse({ code: 'source_payment_required', round, terms: accepted, source: { refusal: answer } }),
      ...(sourcePayments === undefined ? {} : { sourcePayments }),
    };
  };
}

/** The terms that a payment accepts, of those known; before it is told that there are none, the price is read afresh once. */
async function judgeTerms(
  { payment }: SentPayment,
  round: PricedRound,
  { terms }: Pick<X402AdmissionDeps, 'terms'>,
): Promise<{ readonly accepted: PaymentTerms | null; readonly offered: PaymentTerms }> {
  const known = await terms.offers(round);
  const accepted = matchingTerms(payment.accepted, known);
  if (accepted !== null) return { accepted, offered: known[0] };
  const afresh = await terms.offers(round, { refresh: true });
  return { accepted: matchingTerms(payment.accepted, afresh), offered: afresh[0] };
}

/** One payer has one round of one source and quorum in a tick of the reservation's own time (interface §7). */
function tickKey(identity: Parameters<typeof x402RoundKey>[0]): AdmittedExclusiveKey {
  return {
    name: `x402-tick:${x402RoundKey(identity)}`,
    lifeMs: TICK_LIFE_MS,
    tickMs: X402_TICK_MS,
    refuse: () => new GatewayError('duplicate_tick'),
  };
}

/** One of the payments that a payer may have open, until it is concluded. */
function payerHold(payer: Address, { maxInFlight }: Pick<X402AdmissionDeps, 'maxInFlight'>): AdmittedHold {
  return {
    account: x402PayerAccount(payer),
    units: 1,
    available: BigInt(maxInFlight),
    slot: null,
    until: 'settled',
    refuse: () => new GatewayError('payer_payments_open'),
  };
}

/**
 * What the payments that a token account has open take of its balance, where the gateway itself pays for one that fails: each of them passes
 * a simulation alone, and together they would not. That it holds this one the facilitator has seen by then, so the ledger is read only
 * where others are open.
 */
function tokensHold(
  { authorization: { payerTokenAccount, amountAtomic } }: SentPayment,
  { facility: { payerBalance }, events }: Pick<X402AdmissionDeps, 'facility' | 'events'>,
): readonly AdmittedHold[] {
  if (payerBalance === null) return [];
  const hold: AdmittedHold = {
    account: x402TokensAccount(payerTokenAccount),
    units: Number(amountAtomic),
    available: amountAtomic,
    slot: null,
    until: 'settled',
    refuse: () => new GatewayError('payer_payments_open'),
  };
  const afresh = async (): Promise<AdmittedHold> => {
    const available = await payerBalance(payerTokenAccount).catch((cause: unknown) => {
      events.facilitatorTrouble('verify', cause instanceof Error ? cause.message : 'the balance could not be read');
      throw new GatewayError('payment_facility_unavailable');
    });
    return { ...hold, available };
  };
  return [{ ...hold, afresh }];
}

/** What finds the payment on the ledger again, whatever becomes of this process. */
function paymentRecord(
  { authorization }: SentPayment,
  terms: PaymentTerms,
  { slot, blockHeight }: ChainTip,
  { facility }: Pick<X402AdmissionDeps, 'facility'>,
): RoundPayment {
  return {
    messageHash: toHex(authorization.key),
    payer: formatAddress(authorization.payer),
    payerTokenAccount: formatAddress(authorization.payerTokenAccount),
    mint: terms.asset,
    payToTokenAccount: formatAddress(authorization.payeeTokenAccount),
    amountAtomic: terms.amount,
    memo: terms.extra.memo,
    feePayer: terms.extra.feePayer,
    blockhash: authorization.blockhash,
    earliestSlot: slot,
    expiry: { kind: 'height', lastValidBlockHeight: blockHeight + LANDING_BLOCKS },
    facilitator: facility.kind,
  };
}

/** A look, so that nobody is asked in vain; the reservation decides. */
async function requireUnused({ name }: Pick<ExclusiveKey, 'name'>, { outbox }: Pick<X402AdmissionDeps, 'outbox'>): Promise<void> {
  const user = await outbox.exclusiveUser(name).catch((cause: unknown) => {
    throw new GatewayError('outbox_unavailable', { cause });
  });
  if (user !== null) throw new GatewayError('authorization_used');
}

interface ToVerify {
  readonly toSettle: PaymentToSettle;
  readonly authorization: AdmittedExclusiveKey;
  readonly sender: Party;
}

/** Whether the facilitator would settle the payment. One that was used meanwhile may be refused for that: then that is the answer. */
async function verify(
  { toSettle, authorization, sender }: ToVerify,
  refuse: (reason: string) => GatewayError,
  deps: Pick<X402AdmissionDeps, 'verifyPayment' | 'outbox' | 'events'>,
): Promise<void> {
  const outcome = await deps.verifyPayment({ name: authorization.name, toSettle, sender });
  switch (outcome.kind) {
    case 'verified':
      return;
    case 'refused':
      await requireUnused(authorization, deps);
      deps.events.paymentRefused({ reason: outcome.reason, words: outcome.words });
      throw refuse(outcome.reason);
    case 'unavailable':
      deps.events.facilitatorTrouble('verify', outcome.words);
      throw new GatewayError('payment_facility_unavailable');
  }
}
