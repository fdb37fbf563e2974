import type { Outbox, PaymentClaim, RoundRecord } from '@oracle-gateway/outbox';
import type { RoundId } from '@oracle-gateway/protocol';
import { createLandedTransactions } from './landed-transactions.js';
import { createCheckBudget } from './check-budget.js';
import { type FindPayment, UNPAID_REASON } from './payment-finding.js';
import type { SearchHistory } from '../ledger/with-history.js';

/** Conclusion that an operator draws about a payment. */
export type OperatorsConclusion =
  /** Transaction of the payment, base58; the ledger must say so too. */
  | { readonly kind: 'paid'; readonly signature: string }
  /** 1 to 200 characters of printable ASCII; readable with the round's id. */
  | { readonly kind: 'unpaid'; readonly reason: string };

export interface ConcludePaymentDeps {
  readonly outbox: Outbox;
  readonly history: SearchHistory;
  readonly findPayment: FindPayment;
  /** Names this process in round records. */
  readonly processName: string;
}

/** The payment is not concluded, for this reason. */
export class PaymentConclusionError extends Error {
  override readonly name = 'PaymentConclusionError';
}

const LEASE_MS = 60_000;
/** Calls of the one check before a payment is given up. */
const CALLS = 400;
const REASON = /^[\x20-\x7e]{1,200}$/;

/**
 * Concludes a payment on an operator's word, as far as the ledger bears it out: as paid in a transaction that the ledger has, also where it was
 * given up before; or as unpaid where a check does not find it and it can land no more. Throws PaymentConclusionError, TypeError for a malformed
 * signature, or what the outbox and the ledger throw.
 */
export async function concludePayment(roundId: RoundId, conclusion: OperatorsConclusion, deps: ConcludePaymentDeps): Promise<void> {
  const record = await deps.outbox.read(roundId);
  if (record === null) throw new PaymentConclusionError(`there is no round ${roundId}`);
  switch (record.state) {
    case 'settling':
    case 'payment_unknown':
      return conclusion.kind === 'paid' ? pay(record, conclusion, deps) : giveUp(record, conclusion, deps);
    case 'unpaid':
      if (conclusion.kind === 'paid') {
        await deps.outbox.overturn({ roundId, ...(await requireLanded(record, conclusion, deps)) });
        return;
      }
      break;
    default:
      break;
  }
  throw new PaymentConclusionError(`the round is ${record.state}: there is nothing to conclude`);
}

type OpenRound = Extract<RoundRecord, { readonly state: 'settling' | 'payment_unknown' | 'unpaid' }>;

async function pay(record: OpenRound, conclusion: { readonly signature: string }, deps: ConcludePaymentDeps): Promise<void> {
  const landed = await requireLanded(record, conclusion, deps);
  await deps.outbox.pay(await claim(record, deps), { ...landed, text: null });
}

/** The payment as the ledger has it in this transaction. */
async function requireLanded(
  record: OpenRound,
  { signature }: { readonly signature: string },
  { history }: ConcludePaymentDeps,
): Promise<{ readonly signature: string; readonly slot: number }> {
  const finding = await createLandedTransactions().read(signature, record, history);
  switch (finding?.kind) {
    case 'paid':
      return { signature, slot: finding.slot };
    case undefined:
      throw new PaymentConclusionError(`transaction ${signature} is another one than the payment`);
    case 'failed':
    case 'earlier':
      throw new PaymentConclusionError(UNPAID_REASON[finding.kind]);
    case 'absent':
      throw new PaymentConclusionError(`the ledger's server does not have transaction ${signature}`);
    case 'unknown':
      // Its blockhash was valid at the admission: the operator knows that it paid for nothing else.
      if (finding.landed !== undefined) return finding.landed;
      if (finding.mayLand === true) throw new PaymentConclusionError(`transaction ${signature}: ${finding.reason}`);
      throw new PaymentConclusionError(`the ledger's server does not have transaction ${signature}`);
  }
}

async function giveUp(record: OpenRound, { reason }: { readonly reason: string }, deps: ConcludePaymentDeps): Promise<void> {
  if (!REASON.test(reason)) throw new PaymentConclusionError('a reason is 1 to 200 of printable ASCII');
  const { outbox, findPayment } = deps;
  const held = await claim(record, deps);
  try {
    const finding = await findPayment(held, createCheckBudget(CALLS));
    if (finding.kind === 'paid') {
      throw new PaymentConclusionError(`the ledger has the payment, in transaction ${finding.signature}: conclude it as paid`);
    }
    if (finding.kind === 'unknown' && finding.mayLand === true) {
      throw new PaymentConclusionError('the payment may land yet: wait until its blockhash is past');
    }
    await outbox.refusePayment(held, { reason: `operator: ${reason}` });
  } catch (error) {
    if (error instanceof PaymentConclusionError) await outbox.doubtPayment(held, { reason: error.message });
    throw error;
  }
}

async function claim({ roundId }: OpenRound, { outbox, processName }: ConcludePaymentDeps): Promise<PaymentClaim> {
  const held = await outbox.claimPayment({ roundId, claimedBy: processName, leaseMs: LEASE_MS });
  if (held === null) throw new PaymentConclusionError('a gateway is searching for the payment, or asks for it: try again in a moment');
  return held;
}
