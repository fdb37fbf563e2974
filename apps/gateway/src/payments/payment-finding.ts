import type { PaymentRecord } from '@oracle-gateway/outbox';
import type { UnixMs } from '@oracle-gateway/protocol';
import { CLOCK_TOLERANCE } from '@oracle-gateway/ledger';
import type { CheckBudget } from './check-budget.js';

/** Finding of the ledger about a payment. */
export type PaymentFinding =
  | { readonly kind: 'paid'; readonly signature: string; readonly slot: number }
  /** Its transaction is in a final block and has moved nothing; it lands no second time. */
  | { readonly kind: 'failed'; readonly signature: string }
  /** It had landed long before the round was admitted, by slot and time: it paid for something else, and lands no second time. */
  | { readonly kind: 'earlier'; readonly signature: string }
  /** It is in no block, and can get into none. */
  | { readonly kind: 'absent' }
  | UnknownPayment;

interface Landed {
  readonly signature: string;
  readonly slot: number;
}

/** It may still land, or its fate is unknown. */
export interface UnknownPayment {
  readonly kind: 'unknown';
  readonly reason: string;
  /** Its blockhash is not past. */
  readonly mayLand?: true;
  /** The ledger has it, about as old as the round: an operator knows what it paid for. */
  readonly landed?: Landed;
  /** The check ended with its budget, and the next one goes on. */
  readonly goesOn?: true;
}

export type DecidedPayment = Extract<PaymentFinding, { readonly kind: 'paid' | 'failed' | 'earlier' }>;

export function isDecided(finding: PaymentFinding | null): finding is DecidedPayment {
  return finding?.kind === 'paid' || finding?.kind === 'failed' || finding?.kind === 'earlier';
}

export function isLanded(finding: PaymentFinding | null): finding is UnknownPayment & { readonly landed: Landed } {
  return finding?.kind === 'unknown' && finding.landed !== undefined;
}

/** Why a round whose payment is decided is unpaid. */
export const UNPAID_REASON: Readonly<Record<'failed' | 'earlier', string>> = {
  failed: 'the transaction failed on the ledger',
  earlier: 'the transaction had landed before the round was admitted',
};

/** A payment, and when its round was reserved: it had not landed by then, or just. */
export interface AdmittedPayment {
  readonly payment: PaymentRecord;
  readonly createdAtMs: UnixMs;
}

export interface SoughtPayment extends AdmittedPayment {
  /**
   * Transaction that may be the payment: noted before it was sent, or what the facilitator says, which may be another payment's. null:
   * unknown.
   */
  readonly signature: string | null;
}

/**
 * Checks once, with so many calls at most, and goes on where the last check ended. Never throws for what the ledger's server does: what could not
 * be read is not known.
 */
export type FindPayment = (sought: SoughtPayment, budget: CheckBudget) => Promise<PaymentFinding>;

/** Place of a transaction on the ledger, by the ledger's two clocks. */
export interface Landing {
  readonly slot: number;
  /** null: the server does not tell. */
  readonly blockTimeSeconds: number | null;
}

/** A blockhash lives 60 to 90 s; the rest is for clocks that differ. */
const CHECK_BACK_MS = 120_000;
/** The slot of the admission is from one answer: it is as far from the true one as a believed slot may be, and as an earlier one was. */
const SLOTS_OFF = 2 * CLOCK_TOLERANCE;

/**
 * When a payment landed, as against the admission of its round. A payment of the round is sent after the reservation, so its block's time is
 * later. Slot and time are of different answers: one that is wrong makes the landing `unclear` at worst.
 */
export function landingOf(
  { slot, blockTimeSeconds }: Landing,
  { payment: { earliestSlot }, createdAtMs }: AdmittedPayment,
): 'after' | 'before' | 'unclear' {
  if (earliestSlot === null || slot >= earliestSlot) return 'after';
  if (blockTimeSeconds === null) return 'unclear';
  const landedAtMs = blockTimeSeconds * 1_000;
  if (landedAtMs >= createdAtMs) return 'after';
  return landedAtMs < createdAtMs - CHECK_BACK_MS ? 'before' : 'unclear';
}

/** Whether a listed transaction may be the payment. */
export function mayBeOfPayment(landing: Landing, { payment, createdAtMs }: AdmittedPayment): boolean {
  const first = firstSlotOf(payment);
  if (first !== null) return landing.slot >= first;
  return landing.blockTimeSeconds === null || landing.blockTimeSeconds * 1_000 >= createdAtMs - CHECK_BACK_MS;
}

/** No payment of the round is in an earlier slot; null where no slot is on record. */
export function firstSlotOf({ earliestSlot }: PaymentRecord): number | null {
  return earliestSlot === null ? null : Math.max(0, earliestSlot - SLOTS_OFF);
}
