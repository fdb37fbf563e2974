import { IllegalTransitionError, type Outbox, type PaymentReceipt, type PaymentTicket, StaleTokenError } from '@oracle-gateway/outbox';
import type { Events } from '../events.js';

export interface PaymentRecordDeps {
  readonly outbox: Pick<Outbox, 'pay' | 'refusePayment' | 'doubtPayment'>;
  readonly events: Pick<Events, 'outboxTrouble' | 'paymentContradicted'>;
  /** Resolves after so many milliseconds. */
  readonly wait: (ms: number) => Promise<unknown>;
}

/**
 * What came of writing a conclusion. `overtaken`: another process holds the payment, or has concluded it otherwise. `failed`: the outbox does
 * not confirm it; the payment is free again when its lease is over.
 */
export type RecordOutcome = 'recorded' | 'overtaken' | 'failed';

/** How often, and how long apart, a command is tried whose answer is lost. Each is idempotent by its token. */
const TRIES = 3;
const TRY_AGAIN_MS = 200;

/** The payment was made. */
export function recordPaid(ticket: PaymentTicket, receipt: PaymentReceipt, deps: PaymentRecordDeps): Promise<RecordOutcome> {
  return record('pay', 'paid', ticket, () => deps.outbox.pay(ticket, receipt), deps);
}

/** The payment was not made, and never will be. */
export function recordUnpaid(ticket: PaymentTicket, reason: string, deps: PaymentRecordDeps): Promise<RecordOutcome> {
  return record('refusePayment', 'unpaid', ticket, () => deps.outbox.refusePayment(ticket, { reason }), deps);
}

/** Nobody knows; the sweep goes on. */
export function recordDoubt(ticket: PaymentTicket, reason: string, deps: PaymentRecordDeps): Promise<RecordOutcome> {
  return record('doubtPayment', null, ticket, () => deps.outbox.doubtPayment(ticket, { reason }), deps);
}

async function record(
  action: 'pay' | 'refusePayment' | 'doubtPayment',
  conclusion: 'paid' | 'unpaid' | null,
  { roundId }: PaymentTicket,
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
        events.paymentContradicted({ roundId, found: conclusion, recorded: cause.state });
        return 'overtaken';
      }
      if (attempt === TRIES) {
        events.outboxTrouble({ roundId, action, cause });
        return 'failed';
      }
    }
    await wait(TRY_AGAIN_MS);
  }
}
