import type { NestedRoundResult } from '@oracle-gateway/gateway-api';
import type { Outbox } from '@oracle-gateway/outbox';
import { type Address, formatAddress, toHex } from '@oracle-gateway/protocol';
import { ruleOf } from '@oracle-gateway/protocol/internal';
import { type Facilitator, paymentResponseHeader } from '@oracle-gateway/x402';
import type { RoundEngine, RoundService, ServedRound } from '../engine/index.js';
import type { PaidPathPolicy, PaidRound } from './paid-round.js';
import { answeredList } from '../answers/answered-list.js';
import { readersText, roundEvidence, tellValue, withNestedValues, writeStoredAnswer } from '../answers/stored-answer.js';
import { GatewayError } from '../errors/gateway-error.js';
import type { Events, PaymentOutcome } from '../telemetry/events.js';
import { makePayment, PAYMENT_DEADLINE_MS, type PaymentEnd, type MakePaymentDeps } from './make-payment.js';
import type { FindPayment } from './payment-finding.js';
import { recordDoubt, recordPaid, recordUnpaid } from './payment-record.js';

/** Answer to the caller for a payment. */
export interface PaidAnswer {
  readonly result: NestedRoundResult;
  /** The PAYMENT-RESPONSE header (docs/api.md#post-v1x402execute). */
  readonly receipt: string;
}

/** Serves the paid rounds of the path with this policy, whose payments the facilitator makes. */
export type ServePaid = <Round extends PaidRound>(
  policy: PaidPathPolicy<Round>,
  facilitator: Facilitator,
) => RoundService<Round, PaidAnswer>;

export interface PayRoundDeps {
  readonly outbox: Outbox;
  readonly findPayment: FindPayment;
  readonly events: Events;
  /** The Gateway account. */
  readonly gateway: Address;
  readonly wait: (ms: number) => Promise<unknown>;
  /** Aborted when the process stops. */
  readonly shutdown: AbortSignal;
}

/** The facilitator of one path's payments, and the policy that refuses an unpaid round. */
export interface PathPayment<Round extends PaidRound> {
  readonly facilitator: MakePaymentDeps['facilitator'];
  readonly policy: PaidPathPolicy<Round>;
}

/** The round was over for its caller before any facilitator was asked. */
const NOT_ASKED: PaymentEnd = { kind: 'unpaid', reason: 'the payment was not asked for', words: '', isCertain: true };
/** The payment, and the writing of what became of it. */
const LEASE_MS = PAYMENT_DEADLINE_MS + 20_000;

/**
 * Concludes a round that is paid for before it is delivered. The result is made durable with the state `settling`; only then is the facilitator
 * asked to settle. A caller who has left by then is not charged. Any other caller gets an answer that the ledger confirms, or `payment_unknown`.
 */
export function createPayRound<Round extends PaidRound>(
  { facilitator, policy }: PathPayment<Round>,
  deps: PayRoundDeps,
): (served: ServedRound<Round>) => Promise<PaidAnswer> {
  return async (served) => {
    const { round, token, signal, record } = served;
    const { roundId, requestId } = round;
    const ticket = { roundId, token };
    const concluded = { ...ticket, requestId };
    const list = answeredList(served);
    const result = withNestedValues(nestedResult(served), list);
    const stored = writeStoredAnswer({ result, list, evidence: roundEvidence(served, deps), readers: readersText(round) });
    signal.throwIfAborted();
    const { payment } = round;
    const begun = { ...ticket, payment, signed: served.signed.attestation, result: stored, leaseMs: LEASE_MS };
    await record(() => deps.outbox.beginPayment(begun));
    const noteSignature = (signature: string): Promise<void> => deps.outbox.noteSignature(ticket, signature);
    const { findPayment, wait, shutdown } = deps;
    const sought = { ...round, createdAtMs: round.timestampMs, noteSignature };
    const end = signal.aborted ? NOT_ASKED : await makePayment(sought, { facilitator, findPayment, wait, shutdown });
    deps.events.paymentConcluded({ roundId, requestId, by: 'request', ...conclusionOf(end) });
    switch (end.kind) {
      case 'paid': {
        const { signature, slot } = end;
        const receipt = responseHeader(round, { success: true, transaction: signature });
        // Delivered whatever the outbox says: the payment is made, its result is on record, and the sweep finds both.
        await recordPaid(concluded, { signature, slot, text: receipt }, deps);
        return { result, receipt };
      }
      case 'unpaid': {
        const outcome = await recordUnpaid(concluded, { reason: end.reason, isCertain: end.isCertain }, deps);
        throw outcome === 'overtaken' ? new GatewayError('payment_unknown') : refusal(round, end, policy);
      }
      case 'refused':
        await recordDoubt(concluded, end.reason, deps);
        throw refusal(round, { ...end, hint: `; if it is made after all, GET /v1/rounds/${roundId} has the result` }, policy);
      case 'unknown':
        await recordDoubt(concluded, end.reason, deps);
        throw new GatewayError('payment_unknown');
    }
  };
}

export function createServePaid(engine: RoundEngine, deps: PayRoundDeps): ServePaid {
  return (policy, facilitator) => engine.serve({ policy, conclude: createPayRound({ facilitator, policy }, deps) });
}

function conclusionOf(end: PaymentEnd): PaymentOutcome {
  if (end.kind === 'paid') return { outcome: 'paid' };
  return { outcome: end.kind === 'unpaid' ? 'unpaid' : 'unknown', reason: end.reason, words: end.words };
}

/** The 402 with the receipt of a payment that was not made. */
function refusal<Round extends PaidRound>(
  round: Round,
  { reason, hint = '', signature = '' }: { readonly reason: string; readonly hint?: string; readonly signature?: string },
  policy: PaidPathPolicy<Round>,
): GatewayError {
  const { code, details } = policy.refuseUnpaid(`${reason}${hint}`, round);
  const receipt = responseHeader(round, { success: false, transaction: signature, errorReason: reason });
  return new GatewayError(code, { ...details, headers: { ...details.headers, 'PAYMENT-RESPONSE': receipt } });
}

function responseHeader(
  { payment, toSettle }: PaidRound,
  receipt: { readonly success: boolean; readonly transaction: string; readonly errorReason?: string },
): string {
  return paymentResponseHeader({ ...receipt, network: toSettle.terms.network, payer: formatAddress(payment.payer) });
}

/** The nested result of the pay-per-request path (docs/api.md#post-v1x402execute). */
function nestedResult({ round: { subject, timestampMs }, signed: { attestation } }: ServedRound): NestedRoundResult {
  const sourceId = toHex(attestation.sourceId);
  const aggregation = ruleOf(subject);
  return {
    status: 'completed',
    data: {
      attestation: {
        payload: {
          value: toHex(attestation.value),
          sourceId,
          registryVersion: Number(attestation.registryVersion),
          signaturesRequired: attestation.signaturesRequired,
          timestamp: timestampMs,
          observedAt: attestation.observedAtMs,
        },
        signature: {
          signature: toHex(attestation.s),
          commitment: toHex(attestation.commitment),
          signersBitmap: toHex(attestation.signersBitmap),
        },
      },
      value: tellValue(attestation.value, subject),
      fresh: true,
      configHash: sourceId,
      ...(aggregation === undefined ? {} : { aggregation }),
    },
  };
}
