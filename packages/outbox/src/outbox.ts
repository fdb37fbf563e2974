import type { Address, RoundId, UnixMs } from '@oracle-gateway/protocol';
import type { Broadcast } from './broadcast.js';
import type { RoundPath, RoundRecord } from './round-record.js';
import type { SettlementPayload } from './settlement-payload.js';
import type { RoundState } from './states.js';

/** What the ledger says of a subscription, with the slot it says it at. A subscription that does not exist has 0 rounds left. */
export interface SubscriptionFigure {
  readonly roundsLeft: bigint;
  readonly slot: number;
}

export interface ReserveInput {
  readonly path: RoundPath;
  readonly roundId: RoundId;
  /** Time the round may take, counted from now. The sweep ends the reservation a margin later. */
  readonly deadlineMs: number;
  /** Most reservations alive at once over all processes that share the gateway's keypair. */
  readonly maxInFlight: number;
  readonly subscription: { readonly owner: Address } & SubscriptionFigure;
  /** Which process reserves, for operators. */
  readonly createdBy?: string;
}

export type ReserveOutcome =
  | { readonly outcome: 'reserved'; readonly token: string; readonly redisTimeMs: UnixMs }
  | { readonly outcome: 'duplicate'; readonly state: RoundState }
  | { readonly outcome: 'quota_committed' }
  | { readonly outcome: 'at_capacity' };

/** A worker's hold on a pending record. Its commands carry the token, so a worker that was overtaken can change nothing. */
export interface Claim {
  readonly roundId: RoundId;
  readonly token: string;
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

export interface OutboxFigures {
  readonly reserved: number;
  readonly pending: number;
  readonly parked: number;
  /** Since the first round of this shard. */
  readonly totals: Readonly<Record<Exclude<RoundState, 'reserved'>, number>>;
  /** Age of the oldest pending round by its own timestamp, which is what the settlement window counts from; null without one. */
  readonly oldestPendingMs: number | null;
}

/**
 * Round records of one gateway (interface §3) and what may be done with them. Every command is one script on the server: it happens whole
 * or not at all, and a command repeated with its own token is answered as it was the first time.
 * Commands on a record throw UnknownRoundError, StaleTokenError or IllegalTransitionError and then have written nothing.
 */
export interface Outbox {
  /** Takes identity, quota and a place in flight at once. */
  reserve(input: ReserveInput): Promise<ReserveOutcome>;
  /** Reserved → pending. On the server's disk before it returns. `result` is JSON text, UTF-8 when bytes. */
  commit(input: { roundId: RoundId; token: string; settlement: SettlementPayload; result: Uint8Array | string }): Promise<void>;
  /** Reserved → failed. The identity stays used. */
  fail(input: { roundId: RoundId; token: string; reason: string }): Promise<void>;
  read(roundId: RoundId): Promise<RoundRecord | null>;

  /** null: not pending, held by a live claim, not due or parked. */
  claim(input: ClaimInput): Promise<Claim | null>;
  /** Before a transaction is sent. */
  recordBroadcast(claim: Claim, broadcast: Broadcast): Promise<void>;
  /** After a recorded transaction was certainly not sent. */
  forgetBroadcast(claim: Claim, broadcast: Broadcast): Promise<void>;
  /** Pending → settled. */
  settle(claim: Claim, input: { signature: string | null; slot: number; subscription: SubscriptionFigure }): Promise<void>;
  /** Ends the claim and uses up an attempt; the last one parks the record. */
  refuse(claim: Claim, input: { reason: string; retryAfterMs: number; maxAttempts: number }): Promise<'scheduled' | 'parked'>;
  /** Ends the claim without using up an attempt. */
  postpone(claim: Claim, input: { retryAfterMs: number }): Promise<void>;
  /** Pending → lapsed. */
  lapse(claim: Claim, reason: string): Promise<void>;

  /** Pending rounds that a worker may claim now, the longest waiting first. */
  due(input: { limit: number }): Promise<readonly RoundId[]>;
  /** Pending rounds, parked ones too, whose own timestamp is before `timestampSeconds`, oldest first. */
  pendingBefore(input: { timestampSeconds: number; limit: number }): Promise<readonly RoundId[]>;
  /** Reserved → expired for those whose time is over; returns how many. */
  expireReservations(input: { limit: number }): Promise<number>;
  parked(input: { limit: number }): Promise<readonly RoundId[]>;
  /** Gives a parked round all its attempts again; false when it is not parked. */
  requeue(roundId: RoundId): Promise<boolean>;
  figures(): Promise<OutboxFigures>;
  storeSubscriptionFigure(owner: Address, figure: SubscriptionFigure): Promise<void>;
}
