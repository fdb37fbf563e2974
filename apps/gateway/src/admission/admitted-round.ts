import type { RoundPath } from '@oracle-gateway/gateway-api';
import type { ExclusiveKey, Hold, SettlementCharge } from '@oracle-gateway/outbox';
import type { Address, ApiConfig, FeedId, RoundId, SourceId, UnixMs, UnixSeconds } from '@oracle-gateway/protocol';
import type { RegistryAccount } from '@oracle-gateway/protocol/accounts';
import type { ErrorCode, GatewayError } from '../errors.js';

/** What no other round may use, and what its caller is told when one does. */
export interface AdmittedExclusiveKey extends ExclusiveKey {
  readonly refusal: ErrorCode;
}

/** Units that the round takes. */
export interface AdmittedHold extends Hold {
  /** What the caller is told when they are not free. */
  readonly refuse: () => GatewayError;
  /** Reads the account again before that is said, for what the figure does not count yet. Without it the figure is believed. */
  readonly afresh?: (() => Promise<AdmittedHold>) | undefined;
}

/** What every path's admission yields: a caller who has earned this round. Nothing is reserved yet. */
export interface AdmittedRound {
  readonly path: RoundPath;
  readonly roundId: RoundId;
  /** Who asks, as the nodes are told. */
  readonly requester: Address;
  readonly feedOwner: Address;
  readonly feedId: FeedId;
  readonly sourceId: SourceId;
  readonly apiConfig: ApiConfig;
  readonly signaturesRequired: number;
  /** The registry version the round is signed under. */
  readonly registry: RegistryAccount;
  readonly timeRule: 'flat';
  readonly timestampSeconds: UnixSeconds;
  /** What is signed: on the flat paths exactly `timestampSeconds` × 1000 (protocol §4). */
  readonly timestampMs: UnixMs;
  /** Names the list that shows the round, where there is one. */
  readonly listedUnder?: string;
  /** What pays for it on the ledger. */
  readonly charge: SettlementCharge;
  /** What the reservation uses up beside the identity, in the order in which it is judged. */
  readonly exclusive: readonly AdmittedExclusiveKey[];
  /** What the reservation takes, in the order in which it is judged. */
  readonly holds: readonly AdmittedHold[];
}
