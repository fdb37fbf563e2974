import type { RoundId, UnixMs } from '@oracle-gateway/protocol';
import type { RoundPayment } from './round-payment.js';

/** What the commands on a payment speak for: the reservation of whoever began it, or a claim. */
export interface PaymentTicket {
  readonly roundId: RoundId;
  /** Whoever was overtaken can change nothing. */
  readonly token: string;
}

/** A payment in the hands of one process, which finds out what became of it. */
export interface PaymentClaim extends PaymentTicket {
  readonly state: 'settling' | 'payment_unknown';
  /** Redis time until which nobody else may claim it. */
  readonly leaseUntilMs: UnixMs;
  /** Redis time of the round's reservation. */
  readonly createdAtMs: UnixMs;
  readonly payment: RoundPayment;
  /** Base58: noted before the transaction was sent, or what a facilitator claims; null: look for the payment's message hash. */
  readonly signature: string | null;
}

export interface PaymentClaimInput {
  readonly roundId: RoundId;
  /** Which process claims, for operators. */
  readonly claimedBy: string;
  readonly leaseMs: number;
}

/** Why a payment is given up. */
export interface PaymentRefusal {
  /** At most 256 characters are kept. */
  readonly reason: string;
  /** The ledger says so, or it was never sent: nobody need look for it again. Otherwise the round is listed by `givenUp`. */
  readonly isCertain?: boolean;
}

/** A payment that the ledger has, although its round was concluded as unpaid. */
export interface SeenPayment extends Pick<PaymentReceipt, 'signature' | 'slot'> {
  readonly roundId: RoundId;
}

/** How a payment was made. */
export interface PaymentReceipt {
  /** Of its transaction, base58. */
  readonly signature: string;
  /** null: unknown. */
  readonly slot: number | null;
  /** The facilitator's receipt as the caller gets it in a header: 1 to 4,096 of printable ASCII. null: the ledger was asked instead. */
  readonly text: string | null;
}

const RECEIPT = /^[\x20-\x7e]{1,4096}$/;

/** Throws RangeError. */
export function requireReceipt(text: string | null): string | undefined {
  if (text !== null && !RECEIPT.test(text)) throw new RangeError('a receipt must be 1 to 4096 characters of printable ASCII');
  return text ?? undefined;
}
