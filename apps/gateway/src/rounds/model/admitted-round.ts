import type { RoundPath } from '@oracle-gateway/gateway-api';
import type { ExclusiveKey, Hold, RoundPayment, SettlementCharge } from '@oracle-gateway/outbox';
import type { Address, ApiConfig, FeedId, RoundId, SourceId, UnixMs, UnixSeconds } from '@oracle-gateway/protocol';
import type { RegistryAccount } from '@oracle-gateway/protocol/accounts';
import type { PaymentToSettle, SourcePayment } from '@oracle-gateway/x402';
import type { Party } from '@oracle-gateway/fair-share';
import type { GatewayError } from '../../errors/gateway-error.js';
import type { SealedSecrets } from './sealed-secrets.js';

/** What no other round may use, and what its caller is told when one does. */
export interface AdmittedExclusiveKey extends ExclusiveKey {
  /** Given the round that uses it. */
  readonly refuse: (roundId: RoundId) => GatewayError;
}

/** Units that the round takes. */
export interface AdmittedHold extends Hold {
  /** What the caller is told when they are not free. */
  readonly refuse: () => GatewayError;
  /** Reads the account again before that is said, for what the figure does not count yet. Without it the figure is believed. */
  readonly afresh?: (() => Promise<AdmittedHold>) | undefined;
}

/** What is signed as the round's time (protocol §4): the caller's own timestamp × 1000, or the time of the reservation. */
export type RoundTime = { readonly rule: 'flat'; readonly timestampMs: UnixMs } | { readonly rule: 'nested' };

/** A source's 402, as a node tells it. */
export interface SourceRefusal {
  readonly status: number;
  /** The source's own terms, or why there are none; at most 1 KiB. */
  readonly terms: string;
}

/** What every path's admission yields: a caller who has earned this round. Nothing is reserved yet. */
export interface AdmittedRound {
  readonly path: RoundPath;
  readonly roundId: RoundId;
  /** Who asks, as the nodes are told. */
  readonly requester: Address;
  /** Whose share the round takes, proven by signature or payment. A stranger is one that has paid for nothing before. */
  readonly party: Party;
  readonly feedOwner: Address;
  readonly feedId: FeedId;
  readonly sourceId: SourceId;
  readonly apiConfig: ApiConfig;
  /**
   * Who may read the result of a private source's round later. Absent: the source is public, or the round's id is random, so that only its
   * caller knows it.
   */
  readonly readers?: readonly Address[];
  /** Secrets of a private source. */
  readonly sealed?: SealedSecrets | undefined;
  readonly signaturesRequired: number;
  /** The registry version the round is signed under. */
  readonly registry: RegistryAccount;
  /** What its caller pays names that version: the round is signed under no other. */
  readonly isOfVersion?: true;
  readonly time: RoundTime;
  /** What pays the source: the i-th is the i-th eligible node's own. */
  readonly sourcePayments?: readonly SourcePayment[];
  /** The 402 of a source that asks for payment, or refuses what it got. Without it such a source is one that fails. */
  readonly refuseForSource?: ((refusal: SourceRefusal) => GatewayError) | undefined;
  /** Names the list that shows the round, where there is one. */
  readonly listedUnder?: string;
  /** What the reservation uses up beside the identity, in the order in which it is judged. */
  readonly exclusive: readonly AdmittedExclusiveKey[];
  /** What the reservation takes, in the order in which it is judged. */
  readonly holds: readonly AdmittedHold[];
  /** The last check, which asks another server: made before the round takes its place among those at once, and when it would get one. */
  readonly confirm?: () => Promise<void>;
}

/** A round that is served first and charged on the ledger later, by the settlement worker. */
export interface ChargedRound extends AdmittedRound {
  readonly timestampSeconds: UnixSeconds;
  /** What pays for it. */
  readonly charge: SettlementCharge;
}

/** A round that is served when its payment is made. */
export interface PaidRound extends AdmittedRound {
  /** What goes on record, for whoever has to find out what became of it. */
  readonly payment: RoundPayment;
  /** What the facilitator is asked. */
  readonly toSettle: PaymentToSettle;
  /** The 402 for a payment that was not made. */
  readonly refuse: (reason: string) => GatewayError;
}

/** A round whose time is known: it is reserved. */
export type DatedRound<Round extends AdmittedRound = AdmittedRound> = Round & { readonly timestampMs: UnixMs };
