import type { Address, RoundId, UnixMs } from '@oracle-gateway/protocol';
import type { Broadcast } from '../records/broadcast.js';
import type { ClaimTicket } from '../records/claim-ticket.js';
import type { ExclusiveKey } from '../records/exclusive-key.js';
import type { QuotaReading, StoredReading, Hold, QuotaKey, HoldTotals } from '../records/hold.js';
import type { PaymentClaim, PaymentClaimInput, RecordedReceipt, PaymentRefusal, PaymentTicket, SeenPayment } from '../records/payment.js';
import type { PaymentRecord } from '../records/round-payment.js';
import type { SettlementPayload, SignedBy } from '../records/settlement-payload.js';
import type { RoundState } from '../records/states.js';
import type { UsageRow } from '../records/usage.js';
import type { PaidRecord, RecordedPath, RoundRecord } from '../wire/round-record.js';
import type { ListInput, RoundList } from './round-list.js';

/** Everything that a round takes, all of it or nothing. */
export interface ReserveInput {
  readonly path: RecordedPath;
  readonly roundId: RoundId;
  /** Keys that no other round may use: at most 4, of distinct names. They are judged in this order, before the holds. Default: none. */
  readonly exclusive?: readonly ExclusiveKey[];
  /** Units that the round takes: at most 8 holds, of distinct quota keys, judged in this order. */
  readonly holds: readonly Hold[];
  /** Milliseconds that the round may take, counted from now. The sweep ends the reservation a margin later. */
  readonly deadlineMs: number;
  /** Most reservations alive at once over all processes that share the gateway's keypair. */
  readonly maxInFlight: number;
  /**
   * Puts the round into a list, such as `payer:<address>`: 1 to 128 of letters, digits and `. : _ -`. The list keeps its newest 10,000 rounds,
   * each as long after it was listed as records are kept after their end.
   */
  readonly listedUnder?: string;
  /** Which process reserves, for operators; kept until the commit. */
  readonly createdBy?: string;
}

/** The signed result of a reserved round, and what settles it. */
export interface CommitInput {
  readonly roundId: RoundId;
  /** Token of the reservation. */
  readonly token: string;
  readonly settlement: SettlementPayload;
  /** JSON text, UTF-8 when bytes. */
  readonly result: Uint8Array | string;
  /** Puts the round into a further list, as at its reservation, now that it has a result. */
  readonly listedUnder?: string;
  /** Workers leave the round alone until `release`; it lapses like any other. Default: it is due at once. */
  readonly held?: true;
}

/** The signed result of a reserved round, and the payment to be made for it. */
export interface BegunPayment extends PaymentTicket {
  readonly payment: PaymentRecord;
  readonly signed: SignedBy;
  /** JSON text; it cannot be read before the round is paid. */
  readonly result: string;
  /** The caller holds the payment for so long, by the token of the reservation. The reservation no longer expires. */
  readonly leaseMs: number;
}

/** The token of a reservation, or what stands in its way. */
export type ReserveOutcome =
  | { readonly outcome: 'reserved'; readonly token: string; readonly redisTimeMs: UnixMs }
  | { readonly outcome: 'duplicate'; readonly state: RoundState }
  /** The first exclusive key that another round uses, and that round; nothing was taken. */
  | { readonly outcome: 'used'; readonly name: string; readonly roundId: RoundId }
  /** The first hold that does not fit; nothing was taken. */
  | { readonly outcome: 'held'; readonly quotaKey: QuotaKey }
  | { readonly outcome: 'at_capacity' };

/** A pending record that one worker has claimed. */
export interface Claim extends ClaimTicket {
  /** Redis time until which no other worker may claim the record. */
  readonly leaseUntilMs: UnixMs;
  readonly createdAtMs: UnixMs;
  readonly attempts: number;
  readonly settlement: SettlementPayload;
  /** Transactions of earlier attempts, oldest first. Any of them may have landed. */
  readonly broadcasts: readonly Broadcast[];
}

/** A round that one worker takes for the time of a lease. */
export interface ClaimInput {
  readonly roundId: RoundId;
  readonly workerId: string;
  readonly leaseMs: number;
  /** Also claims a record that is parked, held or not due yet; for the sweep that lets rounds lapse. */
  readonly early?: boolean;
}

/** A settlement that was seen on the ledger. */
export interface SeenSettlement {
  /** null: none of the recorded transactions made the receipt. */
  readonly signature: string | null;
  /** Slot of the settlement itself; null: unknown. */
  readonly slot: number | null;
  /** Slot of the read that saw the receipt, `slot` or later: a reading of this slot counts the settlement. */
  readonly seenAtSlot: number;
  /** The ledger's readings of the quotas that the claim holds units of. */
  readonly readings: readonly QuotaReading[];
}

/** Names one settlement of a round. After a rollback, the next settlement is another one. */
export interface SettlementTicket {
  readonly roundId: RoundId;
  readonly seenAtSlot: number;
}

/** A settled round whose receipt may still vanish. */
export interface UnfinalRound extends SettlementTicket {
  /** The content that the receipt must hold. */
  readonly settlement: SettlementPayload;
}

/** Rounds in each state, and rows of the books that wait. */
export interface OutboxStatistics {
  readonly reserved: number;
  readonly pending: number;
  readonly parked: number;
  /** Pending since a commit with `held`. */
  readonly held: number;
  /** Settled rounds whose receipt may still vanish. */
  readonly unfinal: number;
  /** Settling, or in doubt. */
  readonly paying: number;
  readonly books: {
    /** Rows that wait to be pulled. */
    readonly waiting: number;
    /** Milliseconds since the conclusion of the oldest of them; null without one. */
    readonly oldestMs: number | null;
    /** Rows that ever found no room. */
    readonly lost: number;
  };
  /** Rounds that reached each state since the first round of this shard. A rollback counts `pending` again. */
  readonly totals: Readonly<Record<Exclude<RoundState, 'reserved'>, number>>;
  /** Age of the oldest pending round by its own timestamp, which is what the settlement window counts from; null without one. */
  readonly oldestPendingMs: number | null;
  /** Milliseconds for which the oldest payment has waited for its conclusion; null without one. */
  readonly oldestPaymentMs: number | null;
}

/** Conclusions that a process writes about a payment. */
export interface PaymentConclusions {
  /** Settling or in doubt → paid. Gives all holds back; the result can be read. Throws RangeError for a malformed receipt. */
  pay(ticket: PaymentTicket, receipt: RecordedReceipt): Promise<void>;
  /** Settling or in doubt → unpaid: as far as is known, the payment was not made and can no longer be made. Gives all holds back. */
  refusePayment(ticket: PaymentTicket, refusal: PaymentRefusal): Promise<void>;
  /** Unpaid → paid: the ledger has the payment after all; the result can be read. Needs no claim, because a sighting stays true. */
  overturn(seen: SeenPayment): Promise<void>;
  /**
   * Settling or in doubt → payment_unknown. Any process may claim the payment. Gives the `answered` holds back. Keeps at most 256 characters of
   * `reason`.
   */
  doubtPayment(ticket: PaymentTicket, input: { reason: string }): Promise<void>;
}

/** Which round uses an exclusive key. */
export interface ExclusiveKeyReader {
  /** The round that uses an exclusive key without ticks; null: the key is free. Only a reservation decides whether it still is. */
  exclusiveUser(name: string): Promise<RoundId | null>;
}

/** The record of a round. */
export interface RoundReader {
  /** Record and result at one moment. */
  read(roundId: RoundId): Promise<RoundRecord | null>;
}

/**
 * Round records of one gateway (docs/architecture.md#the-states-of-its-record) and their commands. Every command is one script on the server: it happens whole or not at all. A
 * repeated command with its own token gets the first answer again.
 * A command on a record that throws UnknownRoundError, StaleTokenError or IllegalTransitionError has written nothing.
 */
export interface Outbox extends PaymentConclusions, ExclusiveKeyReader, RoundReader {
  /**
   * Takes identity, exclusive keys, holds and a place in flight at once. An identity is taken once, unless no round was begun under it or its process
   * is gone: this process never heard that it was taken, or the reservation has expired. After an error, it may be taken or not.
   */
  reserve(input: ReserveInput): Promise<ReserveOutcome>;
  /** Reserved → pending; gives the `answered` holds back. The record is on the server's disk before it returns. */
  commit(input: CommitInput): Promise<void>;
  /**
   * Reserved → failed. The identity stays used. The exclusive keys stay used for their own lives, except those in `giveBack`, which
   * may be used again because they were not spent. With `unused`, the same request may be reserved again while the record lives. `failure` is
   * what its requester may be told of it, in the gateway's words: at most {@link MAX_FAILURE_CHARS} characters.
   */
  fail(input: {
    roundId: RoundId;
    token: string;
    reason: string;
    failure?: string;
    giveBack?: readonly string[];
    unused?: true;
  }): Promise<void>;
  /**
   * Reserved → settling. Stores the result and what reconciling its payment needs, on the server's disk before it returns. The facilitator may
   * be asked for the payment only then.
   */
  beginPayment(input: BegunPayment): Promise<void>;
  /** Stores the signature of the payment's transaction before it is sent, or the signature that a facilitator names, to be looked up first. */
  noteSignature(ticket: PaymentTicket, signature: string): Promise<void>;
  /**
   * Claims a payment to find out its outcome. null: it is concluded, not begun, or claimed by another process. Throws UnreadableRecordError when
   * the claimed record cannot be read; the error carries the ticket with which to doubt it again.
   */
  claimPayment(input: PaymentClaimInput): Promise<PaymentClaim | null>;
  /** Extends the claim: no other process may claim the payment for `leaseMs` from now. */
  renewPayment(ticket: PaymentTicket, input: { leaseMs: number }): Promise<void>;
  /** The paid round of a transaction, by its signature in base58; null: no record that lives. Throws TypeError. */
  paidBy(signature: string): Promise<PaidRecord | null>;
  /** Payments without a conclusion, begun `olderThanMs` ago or earlier, oldest first, without the first `skip`. */
  payments(input: { limit: number; olderThanMs: number; skip?: number }): Promise<readonly RoundId[]>;
  /** Unpaid rounds whose outcome is not certain and whose records live, by the end of their records, without the first `skip`. */
  givenUp(input: { limit: number; skip?: number }): Promise<readonly RoundId[]>;
  /** The units that rounds hold of a quota, with at most `holders` (0 to 500) of the rounds. */
  holdTotals(quotaKey: QuotaKey, input: { readonly holders: number }): Promise<HoldTotals>;

  /**
   * null: the record is not pending, claimed, not due, parked or held. Throws UnreadableRecordError when the claimed record cannot be read; the error
   * carries the ticket with which to park the record or let it lapse.
   */
  claim(input: ClaimInput): Promise<Claim | null>;
  /** Extends the claim: no other worker may claim the record for `leaseMs` from now. `reason` as in `postpone`. */
  renew(claim: ClaimTicket, input: { leaseMs: number; reason?: string }): Promise<void>;
  /** Called before a transaction is sent. */
  recordBroadcast(claim: ClaimTicket, broadcast: Broadcast): Promise<void>;
  /** Called when a recorded transaction was certainly not sent. */
  forgetBroadcast(claim: ClaimTicket, broadcast: Pick<Broadcast, 'signature' | 'lastValidBlockHeight'>): Promise<void>;
  /** Pending → settled, which is not final yet. */
  settle(claim: ClaimTicket, settlement: SeenSettlement): Promise<void>;
  /** Ends the claim and uses up an attempt; the last one parks a record that is not held. `maxAttempts` 0 parks it at once. */
  refuse(claim: ClaimTicket, input: { reason: string; retryAfterMs: number; maxAttempts: number }): Promise<'scheduled' | 'parked'>;
  /** Ends the claim without using up an attempt. `reason` says why the round waits; at most 256 characters are kept. */
  postpone(claim: ClaimTicket, input: { retryAfterMs: number; reason: string }): Promise<void>;
  /** Pending → lapsed. */
  lapse(claim: ClaimTicket, reason: string): Promise<void>;

  /**
   * Rounds settled before `settledBeforeMs` (Redis time; default: all) and not final yet, the longest settled first. A round whose payload this
   * version cannot read is left out; a newer version lists it.
   */
  unfinal(input: { limit: number; settledBeforeMs?: number }): Promise<readonly UnfinalRound[]>;
  /**
   * Called when the receipt was seen at `finalized`: the record gets its end. False when another settlement, or none, settles the round now.
   * Without `settlement`, the server is asked once more, for the owner whose usage is counted.
   */
  finalize(settlement: SettlementTicket & Partial<Pick<UnfinalRound, 'settlement'>>): Promise<boolean>;
  /**
   * Settled → pending, due at once with the attempts it had, because the receipt is gone at `finalized`. Takes the holds again whatever is
   * available, because the round was served. False when the round is final, or another settlement, or none, settles it now.
   */
  rollBack(settlement: SettlementTicket & { readonly reason: string }): Promise<boolean>;

  /** Pending rounds that may be claimed now, the longest waiting first, without the first `skip`. */
  due(input: { limit: number; skip?: number }): Promise<readonly RoundId[]>;
  /** Pending rounds, parked and held ones too, whose own timestamp is before `timestampSeconds`, oldest first. */
  pendingBefore(input: { timestampSeconds: number; limit: number }): Promise<readonly RoundId[]>;
  /** Reserved → expired, for rounds whose time is over. Returns how many. */
  expireReservations(input: { limit: number }): Promise<number>;
  /**
   * Undoes reservations of this process whose answer was lost: no round was begun under them. The same request is served again afterwards.
   * Call it every second or so: a server that was away may carry out a command after this. One call withdraws at most 100 rounds.
   */
  withdrawUnanswered(): Promise<void>;
  parked(input: { limit: number }): Promise<readonly RoundId[]>;
  /** Gives parked rounds all their attempts again. Returns the rounds that were parked; the caller wakes them. */
  requeue(roundIds: readonly RoundId[]): Promise<readonly RoundId[]>;
  /** Rounds that were committed `held`, the longest held first. */
  held(input: { limit: number }): Promise<readonly RoundId[]>;
  /** Makes held rounds due. Returns the rounds that were held; the caller wakes them. */
  release(roundIds: readonly RoundId[]): Promise<readonly RoundId[]>;
  statistics(): Promise<OutboxStatistics>;
  /** Reads what an owner was charged in the last days, by day, path and delegate. */
  usage(owner: Address): Promise<readonly UsageRow[]>;
  /** One page of the rounds that were reserved under a name. */
  listed(input: ListInput): Promise<RoundList>;
  /** Stores the ledger's reading of a quota, and gives back the units that it counts. */
  storeReading(reading: QuotaReading): Promise<void>;
  /** Quotas with a stored reading, at most `limit`, in no order. Walks through the whole server: for operators. */
  storedReadings(input: { limit: number }): Promise<readonly StoredReading[]>;
  /** Forgets the stored reading of a quota, not the units that rounds hold. False: none was stored. */
  resetReading(quotaKey: QuotaKey): Promise<boolean>;
}
