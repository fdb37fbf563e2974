import type { PaymentRecord } from '@oracle-gateway/outbox';
import { beforeAbort } from '@oracle-gateway/process';
import type { UnixMs } from '@oracle-gateway/protocol';
import { withTimeLimit } from '@oracle-gateway/protocol/internal';
import type { Facilitator, PaymentToSettle, RecordSignature, SettleOutcome } from '@oracle-gateway/x402';
import { createCheckBudget } from './check-budget.js';
import { type FindPayment, isLanded, UNPAID_REASON } from './payment-finding.js';

/**
 * The outcome of a payment, as far as the ledger or a facilitator in this process confirms it. `reason` is for callers and records: an x402 code
 * or a text of the gateway. `words` are for the log: what the facilitator or its connection said.
 */
export type PaymentEnd =
  /** The slot is null where the ledger was not asked. */
  | { readonly kind: 'paid'; readonly signature: string; readonly slot: number | null }
  /** It was not made, and never will be; `isCertain`: no server that forgets may say otherwise later. */
  | { readonly kind: 'unpaid'; readonly reason: string; readonly words: string; readonly signature?: string; readonly isCertain: boolean }
  /** A facilitator elsewhere says that it will not make it, and the ledger does not have it so far. */
  | { readonly kind: 'refused'; readonly reason: string; readonly words: string }
  | { readonly kind: 'unknown'; readonly reason: string; readonly words: string };

export interface MakePaymentInput {
  readonly toSettle: PaymentToSettle;
  readonly payment: PaymentRecord;
  /** Time of the reservation. */
  readonly createdAtMs: UnixMs;
  readonly noteSignature: RecordSignature;
}

export interface MakePaymentDeps {
  readonly facilitator: Pick<Facilitator, 'settle'>;
  readonly findPayment: FindPayment;
  readonly wait: (ms: number) => Promise<unknown>;
  /** Aborted when the process stops. */
  readonly shutdown: AbortSignal;
}

/** Longest wait for an outcome: the facilitator's 15 s, and checks of the ledger. */
export const PAYMENT_DEADLINE_MS = 25_000;

/**
 * Number of checks of the ledger, half a second apart, for an outcome that it has to bear out. A payment takes a second or two to be
 * confirmed.
 */
const CHECKS: Readonly<Record<SettleOutcome['kind'], number>> = { settled: 12, duplicate: 8, uncertain: 8, 'not-broadcast': 3 };
const CHECK_AGAIN_MS = 500;
/** Calls of one check: its signature, or a page with the payment's memo. The sweep does the rest. */
const CALLS_PER_CHECK = 20;

/**
 * Asks for a payment and finds out what became of it. The word of a facilitator in this process is taken as known; a word from elsewhere is
 * compared with the ledger (decision 0032). Never throws.
 */
export async function makePayment(input: MakePaymentInput, deps: MakePaymentDeps): Promise<PaymentEnd> {
  // The caller's leaving ends nothing any more.
  const limit = { timeoutMs: PAYMENT_DEADLINE_MS, signal: deps.shutdown };
  try {
    return await withTimeLimit(limit, (timeUp) => beforeAbort(settleAndCheck(input, deps), timeUp));
  } catch {
    const reason = deps.shutdown.aborted ? 'the gateway stopped' : `no outcome within ${PAYMENT_DEADLINE_MS} ms`;
    return { kind: 'unknown', reason, words: '' };
  }
}

async function settleAndCheck(input: MakePaymentInput, deps: MakePaymentDeps): Promise<PaymentEnd> {
  const outcome = await deps.facilitator.settle(input.toSettle, input.noteSignature);
  if (input.payment.facilitator === 'local') {
    if (outcome.kind === 'settled') return { kind: 'paid', signature: outcome.signature, slot: null };
    if (outcome.kind === 'not-broadcast') return { kind: 'unpaid', reason: outcome.reason, words: outcome.words, isCertain: true };
  }
  return checkFor(outcome, input, deps);
}

async function checkFor(outcome: SettleOutcome, input: MakePaymentInput, deps: MakePaymentDeps): Promise<PaymentEnd> {
  const { payment, createdAtMs } = input;
  const signature = outcome.kind === 'settled' || outcome.kind === 'uncertain' ? outcome.signature : null;
  // A later check begins there; without it the payment is found all the same.
  if (signature !== null && payment.facilitator === 'remote') await input.noteSignature(signature).catch(() => undefined);
  const told =
    outcome.kind === 'settled' ? { reason: 'facilitator reported success; transaction not found on the ledger', words: '' } : outcome;
  const { reason, words } = told;
  let absences = 0;
  for (let check = 1; ; check += 1) {
    const finding = await deps.findPayment({ payment, createdAtMs, signature }, createCheckBudget(CALLS_PER_CHECK));
    switch (finding.kind) {
      case 'paid':
        return finding;
      case 'failed':
      case 'earlier': {
        // A later sighting of a transaction that is in a final block is impossible; slots and times may be wrong.
        const isCertain = finding.kind === 'failed';
        return { kind: 'unpaid', reason: UNPAID_REASON[finding.kind], words, signature: finding.signature, isCertain };
      }
      case 'absent':
        absences += 1;
        if (absences === 2) return { kind: 'unpaid', reason, words, isCertain: false };
        break;
      case 'unknown':
        if (check < CHECKS[outcome.kind]) break;
        return outcome.kind === 'not-broadcast' && !isLanded(finding)
          ? { kind: 'refused', reason, words }
          : { kind: 'unknown', reason: `${reason}; ${finding.reason}`, words };
    }
    await deps.wait(CHECK_AGAIN_MS);
  }
}
