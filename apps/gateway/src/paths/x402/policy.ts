import type { Tenant } from '@oracle-gateway/fair-share';
import { quotaKey, type ExclusiveKey, type ExclusiveKeyReader } from '@oracle-gateway/outbox';
import type { Address } from '@oracle-gateway/protocol';
import type { AdmittedHold } from '../../engine/index.js';
import { withHold } from '../../admission/with-hold.js';
import type { PaidPathPolicy, PaidRound } from '../../payments/paid-round.js';
import { GatewayError } from '../../errors/gateway-error.js';
import type { PaymentFacility } from '../../payments/payment-facility.js';
import type { VerifyPayment } from '../../payments/verify-payment.js';
import type { Events, RoundOfLine } from '../../telemetry/events.js';
import { type LiveBlockhashDeps, mayLand } from './live-blockhash.js';
import { identifierUnderWay } from './payment-identifier.js';
import { requireUnused } from './payment-authorization.js';
import type { X402Refusal, X402Terms } from './terms.js';

/** A round that is paid per request. */
export interface X402Round extends PaidRound {
  /** The source is declared as paywalled: refusals quote it. */
  readonly isPaywalled: boolean;
  /** The exclusive key of the payment's authorization. */
  readonly authorizationKey: Pick<ExclusiveKey, 'name'>;
  readonly payerTokenAccount: Address;
  /** Tenant whose share the verification of the payment takes. */
  readonly sender: Tenant;
}

export interface X402PolicyDeps extends LiveBlockhashDeps {
  readonly outbox: ExclusiveKeyReader;
  readonly facility: Pick<PaymentFacility, 'payerBalance'>;
  readonly verifyPayment: VerifyPayment;
  readonly terms: Pick<X402Terms, 'refuse'>;
  readonly events: Pick<Events, 'facilitatorTrouble' | 'paymentRefused'>;
}

export function createX402Policy(deps: X402PolicyDeps): PaidPathPolicy<X402Round> {
  return {
    refuse: ({ refusal, usedBy }) =>
      refusal === 'payment_identifier_used' && usedBy !== undefined ? identifierUnderWay(usedBy) : new GatewayError(refusal),
    reread: (hold, round) => rereadTokens(hold, round, deps),
    async confirm(round) {
      if (!(await mayLand(round.payment.blockhash, deps)))
        throw refusePayment(round, 'the ledger does not accept the blockhash of the transaction; sign with a recent one', deps).forNow();
      await verify(round, deps);
    },
    refuseUnpaid: (reason, round) => refuse(round, 'payment_not_made', reason, deps),
    refuseForSource: (refusal, round) =>
      deps.terms.refuse({ code: 'source_payment_required', round, terms: round.toSettle.terms, source: { refusal } }),
  };
}

/**
 * Hold of the open payments on a token account's balance, where the gateway itself pays for a failing one. Each payment passes a simulation
 * alone; together they might not. The facilitator has checked that the balance covers this payment, so the ledger is read only while others
 * are open.
 */
export function tokensHold(
  { payerTokenAccount, amountAtomic }: { readonly payerTokenAccount: Address; readonly amountAtomic: bigint },
  { facility }: Pick<X402PolicyDeps, 'facility'>,
): readonly AdmittedHold[] {
  if (facility.payerBalance === null) return [];
  return [
    {
      quotaKey: quotaKey('x402-tokens', payerTokenAccount),
      units: Number(amountAtomic),
      available: amountAtomic,
      slot: null,
      until: 'settled',
      refusal: 'payer_payments_open',
      isReread: true,
    },
  ];
}

async function rereadTokens(
  hold: AdmittedHold,
  round: X402Round,
  { facility: { payerBalance }, events }: Pick<X402PolicyDeps, 'facility' | 'events'>,
): Promise<X402Round> {
  if (payerBalance === null) return round;
  const available = await payerBalance(round.payerTokenAccount).catch((cause: unknown) => {
    events.facilitatorTrouble('verify', cause instanceof Error ? cause.message : 'the balance could not be read', ofRound(round));
    throw new GatewayError('payment_facility_unavailable');
  });
  return withHold(round, { ...hold, available });
}

/** Whether the facilitator would settle the payment. One that was used meanwhile may be refused for that: then that is the answer. */
async function verify(round: X402Round, deps: X402PolicyDeps): Promise<void> {
  const { authorizationKey, toSettle, sender } = round;
  const outcome = await deps.verifyPayment({ name: authorizationKey.name, toSettle, sender });
  switch (outcome.kind) {
    case 'verified':
      return;
    case 'refused':
      await requireUnused(authorizationKey, deps);
      deps.events.paymentRefused({ ...ofRound(round), reason: outcome.reason, words: outcome.words });
      throw refusePayment(round, outcome.reason, deps);
    case 'unavailable':
      deps.events.facilitatorTrouble('verify', outcome.words, ofRound(round));
      throw new GatewayError('payment_facility_unavailable');
  }
}

function ofRound({ roundId, requestId }: X402Round): RoundOfLine {
  return { roundId, requestId };
}

function refusePayment(round: X402Round, reason: string, deps: Pick<X402PolicyDeps, 'terms'>): GatewayError {
  return refuse(round, 'payment_refused', reason, deps);
}

function refuse(round: X402Round, code: X402Refusal['code'], detail: string, { terms }: Pick<X402PolicyDeps, 'terms'>): GatewayError {
  return terms.refuse({ code, detail, round, terms: round.toSettle.terms, ...(round.isPaywalled ? { source: {} } : {}) });
}
