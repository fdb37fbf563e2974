import { CLOCK_TOLERANCE } from '@oracle-gateway/ledger';
import type { PaymentRecord } from '@oracle-gateway/outbox';
import type { AdmittedPayment } from './payment-finding.js';

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
