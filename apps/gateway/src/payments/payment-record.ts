import {
  IllegalTransitionError,
  type RecordedReceipt,
  type PaymentRefusal,
  type PaymentTicket,
  type SeenPayment,
  StaleTokenError,
  type PaymentConclusions,
} from '@oracle-gateway/outbox';
import type { RoundId } from '@oracle-gateway/protocol';
import type { Events } from '../telemetry/events.js';

export interface PaymentRecordDeps {
  readonly outbox: PaymentConclusions;
  readonly events: Events;
  /** Resolves after so many milliseconds. */
  readonly wait: (ms: number) => Promise<unknown>;
}

/**
 * Outcome of writing a conclusion. `overtaken`: another process holds the payment, or has concluded it otherwise. `failed`: the outbox does
 * not confirm it; the payment is free again when its lease is over.
 */
export type RecordOutcome = 'recorded' | 'overtaken' | 'failed';

/** A payment, and the request that concludes it; a sweep has none. */
type Concluded<Payment> = Payment & { readonly requestId?: string | undefined };

/** Number of tries, and the pause between them, of a command whose answer is lost. Each is idempotent by its token. */
const TRIES = 3;
const TRY_AGAIN_MS = 200;

/** The payment was made, even if its round is recorded as unpaid by now: the ledger decides. */
export function recordPaid(ticket: Concluded<PaymentTicket>, receipt: RecordedReceipt, deps: PaymentRecordDeps): Promise<RecordOutcome> {
  const write = async (): Promise<void> => {
    try {
      await deps.outbox.pay(ticket, receipt);
    } catch (cause) {
      if (!(cause instanceof IllegalTransitionError) || cause.state !== 'unpaid') throw cause;
      await overturn({ ...receipt, roundId: ticket.roundId, requestId: ticket.requestId }, deps);
    }
  };
  return record('pay', 'paid', ticket, write, deps);
}

/** The payment was made, although its round was given up as unpaid. */
export function recordOverturn(seen: SeenPayment, deps: PaymentRecordDeps): Promise<RecordOutcome> {
  return record('overturn', 'paid', seen, () => overturn(seen, deps), deps);
}

async function overturn(
  { roundId, requestId, signature, slot }: Concluded<SeenPayment>,
  { outbox, events }: PaymentRecordDeps,
): Promise<void> {
  await outbox.overturn({ roundId, signature, slot });
  events.paymentOverturned({ roundId, requestId, signature });
}

/** The payment was not made, and never will be, for all that is known. */
export function recordUnpaid(ticket: Concluded<PaymentTicket>, refusal: PaymentRefusal, deps: PaymentRecordDeps): Promise<RecordOutcome> {
  return record('refusePayment', 'unpaid', ticket, () => deps.outbox.refusePayment(ticket, refusal), deps);
}

/** Records an unknown outcome; the sweep continues. */
export function recordDoubt(ticket: Concluded<PaymentTicket>, reason: string, deps: PaymentRecordDeps): Promise<RecordOutcome> {
  return record('doubtPayment', null, ticket, () => deps.outbox.doubtPayment(ticket, { reason }), deps);
}

async function record(
  action: 'pay' | 'refusePayment' | 'overturn' | 'doubtPayment',
  conclusion: 'paid' | 'unpaid' | null,
  { roundId, requestId }: Concluded<{ readonly roundId: RoundId }>,
  write: () => Promise<void>,
  { events, wait }: PaymentRecordDeps,
): Promise<RecordOutcome> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await write();
      return 'recorded';
    } catch (cause) {
      if (cause instanceof StaleTokenError) return 'overtaken';
      if (cause instanceof IllegalTransitionError) {
        if (conclusion === null) return 'overtaken';
        if (cause.state === conclusion) return 'recorded';
        events.paymentContradicted({ roundId, requestId, found: conclusion, recorded: cause.state });
        return 'overtaken';
      }
      if (attempt === TRIES) {
        events.outboxTrouble({ roundId, requestId, action, cause });
        return 'failed';
      }
    }
    await wait(TRY_AGAIN_MS);
  }
}
