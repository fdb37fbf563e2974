import type { RoundId, UnixMs } from '@oracle-gateway/protocol';
import type { Broadcast } from './broadcast.js';
import type { ClaimTicket } from './claim-ticket.js';
import type { ExclusiveKey } from './exclusive-key.js';
import type { QuotaFigure, Hold, QuotaKey, HoldTotals } from './hold.js';
import type { ListInput, RoundList } from './round-list.js';
import type { PaymentClaim, PaymentClaimInput, PaymentReceipt, PaymentRefusal, PaymentTicket, SeenPayment } from './payment.js';
import type { RoundPayment } from './round-payment.js';
import type { RoundPath, RoundRecord } from './round-record.js';
import type { SettlementPayload } from './settlement-payload.js';
import type { RoundState } from './states.js';

export interface ReserveInput {
  readonly path: RoundPath;
  readonly roundId: RoundId;
  /** What no other round may use, at most 4 of distinct names; judged in this order, before the holds. Default: none. */
  readonly exclusive?: readonly ExclusiveKey[];
  /** What the round takes, at most 8 of distinct quota keys; judged in this order. */
  readonly holds: readonly Hold[];
  /** Time the round may take, counted from now. The sweep ends the reservation a margin later. */
  readonly deadlineMs: number;
  /** Most reservations alive at once over all processes that share the gateway's keypair. */
  readonly maxInFlight: number;
  /**
   * Puts the round into a list, such as `payer:<address>`: 1 to 128 of letters, digits and `. : _ -`. The list keeps its newest 10,000 rounds,
   * each as long after its reservation as records are kept after their end.
   */
  readonly listedUnder?: string;
  /** Which process reserves, for operators. */
  readonly createdBy?: string;
}

export type ReserveOutcome =
  | { readonly outcome: 'reserved'; readonly token: string; readonly redisTimeMs: UnixMs }
  | { readonly outcome: 'duplicate'; readonly state: RoundState }
  /** The first exclusive key that another round uses, and that round; nothing was taken. */
  | { readonly outcome: 'used'; readonly name: string; readonly roundId: RoundId }
  /** The first hold that does not fit; nothing was taken. */
  | { readonly outcome: 'held'; readonly quotaKey: QuotaKey }
  | { readonly outcome: 'at_capacity' };

/** A pending record in the hands of one worker. */
export interface Claim extends ClaimTicket {
  /** Redis time until which nobody else may claim the record. */
  readonly leaseUntilMs: UnixMs;
  readonly createdAtMs: UnixMs;
  readonly attempts: number;
  readonly settlement: SettlementPayload;
  /** Transactions of earlier attempts, oldest first: any of them may have landed. */
  readonly broadcasts: readonly Broadcast[];
}

export interface ClaimInput {
  readonly roundId: RoundId;
  readonly workerId: string;
  readonly leaseMs: number;
  /** Also when the record is parked or its next attempt is not due: for the sweep that lets rounds lapse. */
  readonly early?: boolean;
}

export interface Settlement {
  /** null: none of the recorded transactions made the receipt. */
  readonly signature: string | null;
  /** Slot of the settlement itself; null: unknown. */
  readonly slot: number | null;
  /** Slot of the read that saw the receipt, `slot` or later: a figure of this slot counts the settlement. */
  readonly seenAtSlot: number;
  /** What the ledger says of the quotas of the claim's holds. */
  readonly figures: readonly QuotaFigure[];
}

/** Names one settlement of a round: after a rollback it is another. */
export interface SettlementTicket {
  readonly roundId: RoundId;
  readonly seenAtSlot: number;
}

/** A settled round whose receipt may still vanish. */
export interface UnfinalRound extends SettlementTicket {
  /** What the receipt must hold. */
  readonly settlement: SettlementPayload;
}

export interface OutboxFigures {
  /** Signed ones too, whose payment has not begun. */
  readonly reserved: number;
  readonly pending: number;
  readonly parked: number;
  /** Settled, and the receipt may still vanish. */
  readonly unfinal: number;
  /** Settling, or in doubt. */
  readonly paying: number;
  /** How often rounds reached each state since the first round of this shard; a rollback reaches `pending` again. */
  readonly totals: Readonly<Record<Exclude<RoundState, 'reserved'>, number>>;
  /** Age of the oldest pending round by its own timestamp, which is what the settlement window counts from; null without one. */
  readonly oldestPendingMs: number | null;
  /** For how long the oldest payment has been waiting for its conclusion; null without one. */
  readonly oldestPaymentMs: number | null;
}

/**
 * Round records of one gateway (interface §3) and what may be done with them. Every command is one script on the server: it happens whole
 * or not at all, and a command repeated with its own token is answered as it was the first time.
 * Commands on a record throw UnknownRoundError, StaleTokenError or IllegalTransitionError and then have written nothing.
 */
export interface Outbox {
  /** Takes identity, exclusive keys, holds and a place in flight at once. */
  reserve(input: ReserveInput): Promise<ReserveOutcome>;
  /**
   * Reserved → pending; gives the `answered` holds back. On the server's disk before it returns. `result` is JSON text, UTF-8 when bytes.
   */
  commit(input: { roundId: RoundId; token: string; settlement: SettlementPayload; result: Uint8Array | string }): Promise<void>;
  /**
   * Reserved or signed → failed. The identity stays used, and so do the exclusive keys for their own lives, but for those named in `giveBack`: whoever
   * paid with what was not spent may use it again.
   */
  fail(input: { roundId: RoundId; token: string; reason: string; giveBack?: readonly string[] }): Promise<void>;
  /**
   * Reserved → signed: the result that is to be paid for, and what reconciling the payment needs. On the server's disk before it returns.
   * `result` is JSON text; nobody reads it before the round is paid.
   */
  sign(input: { roundId: RoundId; token: string; payment: RoundPayment; result: string }): Promise<void>;
  /**
   * Signed → settling, before anybody is asked for the payment. Only when it returns may the payment be asked for. Whoever began it holds it
   * for `leaseMs`, by the token of the reservation; the reservation has no end any more.
   */
  beginPayment(ticket: PaymentTicket, input: { leaseMs: number }): Promise<void>;
  /** Before the payment's transaction is sent, when its signature is known; or what a facilitator claims, so that it is looked at first. */
  noteSignature(ticket: PaymentTicket, signature: string): Promise<void>;
  /** Settling or in doubt → paid: gives all holds back, and the result is read. Throws RangeError for a receipt that is none. */
  pay(ticket: PaymentTicket, receipt: PaymentReceipt): Promise<void>;
  /** Settling or in doubt → unpaid: the payment was not made and can be made no more, for all that is known. Gives all holds back. */
  refusePayment(ticket: PaymentTicket, refusal: PaymentRefusal): Promise<void>;
  /** Unpaid → paid: the ledger has the payment after all, and the result is read. Needs no claim: what has been seen stays true. */
  overturn(seen: SeenPayment): Promise<void>;
  /**
   * Settling or in doubt → payment_unknown, and anybody may claim the payment. Gives the `answered` holds back. At most 256 characters of
   * `reason` are kept.
   */
  doubtPayment(ticket: PaymentTicket, input: { reason: string }): Promise<void>;
  /**
   * To find out what became of a payment. null: it is concluded or not begun, or held by somebody. Throws UnreadableRecordError when it is
   * claimed and cannot be read; the error carries the ticket with which to doubt it again.
   */
  claimPayment(input: PaymentClaimInput): Promise<PaymentClaim | null>;
  /** Nobody else may claim the payment for `leaseMs` from now. */
  renewPayment(ticket: PaymentTicket, input: { leaseMs: number }): Promise<void>;
  /** Payments without a conclusion that were begun `olderThanMs` ago or earlier, the oldest first, without the first `skip`. */
  payments(input: { limit: number; olderThanMs: number; skip?: number }): Promise<readonly RoundId[]>;
  /** Unpaid rounds whose records live and of which that is not certain, those first that end first, without the first `skip`. */
  givenUp(input: { limit: number; skip?: number }): Promise<readonly RoundId[]>;
  /** The round that uses an exclusive key without ticks; null: none does now. Only a reservation can tell whether it is still so. */
  exclusiveUser(name: string): Promise<RoundId | null>;
  /** What rounds hold of a quota, with at most `holders` (0 to 500) of them. */
  holdTotals(quotaKey: QuotaKey, input: { readonly holders: number }): Promise<HoldTotals>;
  /** Record and result of one moment. */
  read(roundId: RoundId): Promise<RoundRecord | null>;

  /**
   * null: not pending, held by a live claim, not due or parked. Throws UnreadableRecordError when the record is claimed and cannot be
   * read; the error carries the ticket with which to refuse it for good, or to let it lapse.
   */
  claim(input: ClaimInput): Promise<Claim | null>;
  /** Nobody else may claim the record for `leaseMs` from now. `reason` as in `postpone`. */
  renew(claim: ClaimTicket, input: { leaseMs: number; reason?: string }): Promise<void>;
  /** Before a transaction is sent. */
  recordBroadcast(claim: ClaimTicket, broadcast: Broadcast): Promise<void>;
  /** After a recorded transaction was certainly not sent. */
  forgetBroadcast(claim: ClaimTicket, broadcast: Pick<Broadcast, 'signature' | 'lastValidBlockHeight'>): Promise<void>;
  /** Pending → settled, which is not final yet. */
  settle(claim: ClaimTicket, settlement: Settlement): Promise<void>;
  /** Ends the claim and uses up an attempt; the last one parks the record. `maxAttempts` 0 parks it at once. */
  refuse(claim: ClaimTicket, input: { reason: string; retryAfterMs: number; maxAttempts: number }): Promise<'scheduled' | 'parked'>;
  /** Ends the claim without using up an attempt. `reason` says why the round waits; at most 256 characters of it are kept. */
  postpone(claim: ClaimTicket, input: { retryAfterMs: number; reason: string }): Promise<void>;
  /** Pending → lapsed. */
  lapse(claim: ClaimTicket, reason: string): Promise<void>;

  /**
   * Rounds settled before `settledBeforeMs` (Redis time; default: all) and not final yet, the longest first. One whose payload this version
   * cannot read is left out: a newer version lists it.
   */
  unfinal(input: { limit: number; settledBeforeMs?: number }): Promise<readonly UnfinalRound[]>;
  /** The receipt was seen at `finalized`: the record gets its end. False when the round is not settled by this settlement any more. */
  finalize(settlement: SettlementTicket): Promise<boolean>;
  /**
   * Settled → pending, due at once with the attempts it had: the receipt is gone at `finalized`. Takes the holds again, whatever is
   * available, because the round was served. False when the round is final or not settled by this settlement any more.
   */
  rollBack(settlement: SettlementTicket & { readonly reason: string }): Promise<boolean>;

  /** Pending rounds that a worker may claim now, the longest waiting first, without the first `skip`. */
  due(input: { limit: number; skip?: number }): Promise<readonly RoundId[]>;
  /** Pending rounds, parked ones too, whose own timestamp is before `timestampSeconds`, oldest first. */
  pendingBefore(input: { timestampSeconds: number; limit: number }): Promise<readonly RoundId[]>;
  /** Reserved or signed → expired for those whose time is over; returns how many. */
  expireReservations(input: { limit: number }): Promise<number>;
  parked(input: { limit: number }): Promise<readonly RoundId[]>;
  /** Gives parked rounds all their attempts again; returns those that were parked, which the caller then wakes. */
  requeue(roundIds: readonly RoundId[]): Promise<readonly RoundId[]>;
  figures(): Promise<OutboxFigures>;
  /** The rounds that were reserved under a name, one page of them. */
  listed(input: ListInput): Promise<RoundList>;
  /** Keeps what the ledger says of a quota, and gives back what it counts. */
  storeFigure(figure: QuotaFigure): Promise<void>;
}
