import type { Tenant } from '@oracle-gateway/fair-share';
import { quotaKey } from '@oracle-gateway/outbox';
import { type Address, SOURCE_FORM } from '@oracle-gateway/protocol';
import type { PaymentAuthorization } from '@oracle-gateway/x402';
import { LedgerUnavailableError, type TransactionHistory } from '@oracle-gateway/ledger';
import type { AdmittedExclusiveKey, AdmittedHold } from '../../engine/index.js';
import { withHold } from '../../admission/with-hold.js';
import type { PaidPathPolicy, PaidRound } from '../../payments/paid-round.js';
import { GatewayError } from '../../errors/gateway-error.js';
import { failureSentence, judgeWords } from '../../errors/source-failure.js';
import type { PaymentFacility } from '../../payments/payment-facility.js';
import type { VerifyPayment } from '../../payments/verify-payment.js';
import type { RoundOfLine } from '../../telemetry/events.js';
import type { PathPorts } from '../path-ports.js';
import { identifierUnderWay } from './payment-identifier.js';
import { requireUnused } from './payment-authorization.js';
import type { X402Refusal, X402Terms } from './terms.js';

/** A round that is paid per request. */
export interface X402Round extends PaidRound {
  /** The source is declared as paywalled: refusals quote it. */
  readonly isPaywalled: boolean;
  /** The exclusive key of the payment's authorization. */
  readonly authorizationKey: AdmittedExclusiveKey;
  readonly payerTokenAccount: Address;
  /** Tenant whose share the verification of the payment takes. */
  readonly sender: Tenant;
}

export interface X402PolicyDeps {
  readonly ports: PathPorts;
  readonly facility: PaymentFacility;
  readonly verifyPayment: VerifyPayment;
  readonly terms: X402Terms;
}

export function createX402Policy(deps: X402PolicyDeps): PaidPathPolicy<X402Round> {
  return {
    refuse: ({ refusal, usedBy }) =>
      refusal === 'payment_identifier_used' && usedBy !== undefined ? identifierUnderWay(usedBy) : new GatewayError(refusal),
    reread: (hold, round) => rereadTokens(hold, round, deps),
    async confirm(round) {
      if (!(await mayLand(round.payment.blockhash, deps.ports)))
        throw refusePayment(round, 'the ledger does not accept the blockhash of the transaction; sign with a recent one', deps).forNow();
      await verify(round, deps);
    },
    refuseUnpaid: (reason, round) => refuse(round, 'payment_not_made', reason, deps),
    refuseForSource(refusal, round) {
      // No caller can pay one of several sources.
      if (round.subject.form !== SOURCE_FORM) {
        const failure = judgeWords({ step: 'fetch', upstreamStatus: refusal.status }, { subject: round.subject, isSponsored: false });
        return new GatewayError('upstream_failure', { detail: failureSentence(failure), failure });
      }
      return deps.terms.refuse({ code: 'source_payment_required', round, terms: round.toSettle.terms, source: { refusal } });
    },
  };
}

/**
 * Hold of the open payments on a token account's balance, where the gateway itself pays for a failing one. Each payment passes a simulation
 * alone; together they might not. The facilitator has checked that the balance covers this payment, so the ledger is read only while others
 * are open.
 */
export function tokensHold(
  { payerTokenAccount, amountAtomic }: PaymentAuthorization,
  { payerBalance }: PaymentFacility,
): readonly AdmittedHold[] {
  if (payerBalance === null) return [];
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
  { facility: { payerBalance }, ports: { events } }: X402PolicyDeps,
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
      await requireUnused(authorizationKey, deps.ports);
      deps.ports.events.paymentRefused({ ...ofRound(round), reason: outcome.reason, words: outcome.words });
      throw refusePayment(round, outcome.reason, deps);
    case 'unavailable':
      deps.ports.events.facilitatorTrouble('verify', outcome.words, ofRound(round));
      throw new GatewayError('payment_facility_unavailable');
  }
}

function ofRound({ roundId, requestId }: X402Round): RoundOfLine {
  return { roundId, requestId };
}

function refusePayment(round: X402Round, reason: string, deps: X402PolicyDeps): GatewayError {
  return refuse(round, 'payment_refused', reason, deps);
}

function refuse(round: X402Round, code: X402Refusal['code'], detail: string, { terms }: X402PolicyDeps): GatewayError {
  return terms.refuse({ code, detail, round, terms: round.toSettle.terms, ...(round.isPaywalled ? { source: {} } : {}) });
}

export interface LiveBlockhashDeps {
  readonly history: Pick<TransactionHistory, 'isBlockhashValid'>;
  /** `wait` resolves after so many milliseconds. */
  readonly clock: { readonly wait: (ms: number) => Promise<unknown> };
}

/** A server says of a blockhash that it is not there yet what it says of one that is past: a slot later it knows the first. */
const BLOCKHASH_CHECKS = 3;
const BLOCKHASH_CHECK_AGAIN_MS = 400;

/**
 * Whether a payment with this blockhash may land, for all that the ledger says. A payment that has landed before and is sent again when its key
 * is forgotten has none that may. A ledger that does not answer says nothing: what had landed before its admission is no payment all the same.
 */
export async function mayLand(blockhash: string, { history, clock }: LiveBlockhashDeps): Promise<boolean> {
  try {
    for (let check = 1; !(await history.isBlockhashValid(blockhash, 'confirmed')); check += 1) {
      if (check === BLOCKHASH_CHECKS) return false;
      await clock.wait(BLOCKHASH_CHECK_AGAIN_MS);
    }
    return true;
  } catch (error) {
    if (error instanceof LedgerUnavailableError) return true;
    throw error;
  }
}
