import type { RoundId, UnixMs } from '@oracle-gateway/protocol';
import type { PaymentRecord } from './round-payment.js';

/** Authorizes commands on a payment: the reservation of the process that began it, or a claim. */
export interface PaymentTicket {
  readonly roundId: RoundId;
  /** A process that was overtaken can change nothing. */
  readonly token: string;
}

/** A payment that one process has claimed, to find out its outcome. */
export interface PaymentClaim extends PaymentTicket {
  readonly state: 'settling' | 'payment_unknown';
  /** Redis time until which no other process may claim it. */
  readonly leaseUntilMs: UnixMs;
  /** Redis time of the round's reservation. */
  readonly createdAtMs: UnixMs;
  readonly payment: PaymentRecord;
  /** Base58: stored before the transaction was sent, or named by a facilitator; null: search for the payment's message hash. */
  readonly signature: string | null;
}

/** A payment that one process takes for the time of a lease. */
export interface PaymentClaimInput {
  readonly roundId: RoundId;
  /** Which process claims, for operators. */
  readonly claimedBy: string;
  readonly leaseMs: number;
}

/** Why a payment is given up. */
export interface PaymentRefusal {
  /** Text, cut to 256 characters. */
  readonly reason: string;
  /** The ledger shows it, or the payment was never sent: no further check is needed. Otherwise `givenUp` lists the round. */
  readonly isCertain?: boolean;
}

/** A payment that the ledger has, although its round was concluded as unpaid. */
export interface SeenPayment extends Pick<RecordedReceipt, 'signature' | 'slot'> {
  readonly roundId: RoundId;
}

/** Place of a payment on the ledger. */
export interface RecordedReceipt {
  /** Signature of the transaction, base58. */
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
