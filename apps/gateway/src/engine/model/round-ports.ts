import type { Outbox } from '@oracle-gateway/outbox';
import type { Address, DeploymentId } from '@oracle-gateway/protocol';
import type { AggregateKeyCache, Curve, VerifySignature } from '@oracle-gateway/schnorr';
import type { ErrorCode } from '@oracle-gateway/gateway-api/errors';
import type { ShareEvents } from '../../errors/share-error.js';
import type { NodeEvents, OfRound } from '../nodes/node-events.js';
import type { NodePool } from '../nodes/node-pool.js';
import type { RandomBytes } from '@oracle-gateway/schnorr/signing';
import type { RoundNode } from '../nodes/node-directory.js';
import type { AdmittedRound, NodeQuestion, SealedSources } from './admitted-round.js';

/** All that a round needs of the world around the engine. */
export interface RoundPorts {
  /** Identity of the gateway, and the limit of each step. */
  readonly settings: RoundSettings;
  readonly nodes: NodePool;
  /** Outbox in which rounds are reserved and ended. */
  readonly records: RoundRecords;
  readonly providers: ProviderSecrets;
  readonly curve: RoundCurve;
  readonly clock: RoundClock;
  readonly events: RoundEvents;
}

export interface RoundSettings {
  readonly deploymentId: DeploymentId;
  /** The Gateway account. */
  readonly gateway: Address;
  /** Names this process in round records. */
  readonly processName: string;
  /** Rounds under way of all processes of the gateway. */
  readonly maxInFlight: number;
  /** Rounds of this process at once. */
  readonly maxConcurrent: number;
  /** Failed rounds of all tenants in a minute, beyond which a tenant that fails waits. */
  readonly failingPerMinute: number;
  readonly roundDeadlineMs: number;
  readonly observeDeadlineMs: number;
  /** Milliseconds for an observation whose node pays the source. */
  readonly paidObserveDeadlineMs: number;
  readonly signDeadlineMs: number;
  /** Milliseconds between the observations of one round, by host and port; a host that is not there is asked by all nodes at once. */
  readonly spacing: ReadonlyMap<string, number>;
}

export type RoundRecords = Pick<Outbox, 'reserve' | 'fail'>;

/** Credentials that the gateway brings to a round, and the calls that they may be used for. */
export interface ProviderSecrets {
  /**
   * Throws `sponsored_calls_spent`, or `share_used` for a tenant that has had its share, when not so many nodes could ask the provider now.
   * Does nothing for a round that is not sponsored.
   */
  peek(source: NodeQuestion, eligible: readonly RoundNode[]): Promise<void>;
  /** The credentials, sealed for these nodes, once their calls are taken; null: the round is not sponsored. Throws as `peek`. */
  take(source: NodeQuestion, eligible: readonly RoundNode[]): Promise<SponsoredSecrets | null>;
}

/** Secrets of a round, with the secrets that the gateway brings: it sponsors a provider of the round. */
export interface SponsoredSecrets {
  readonly sealed: SealedSources;
  /** Returns the calls of a round that asks no node after all. */
  readonly giveBack: () => Promise<void>;
}

export interface RoundCurve {
  readonly curve: Curve;
  readonly verify: VerifySignature;
  readonly aggregateKeys: AggregateKeyCache;
  readonly randomBytes: RandomBytes;
}

export interface RoundClock {
  /** The wall clock. */
  readonly nowMs: () => number;
  /** A clock that is never set back. */
  readonly monotonicMs: () => number;
  /** Resolves after the milliseconds, or once the signal is aborted. */
  readonly wait: (ms: number, signal?: AbortSignal) => Promise<unknown>;
}

/** Events of rounds. */
export interface RoundEvents extends Pick<NodeEvents, 'nodeFault'>, ShareEvents {
  /** A round goes on in another session: under the ledger's registry version, since nodes refused the round's, or with other nodes. */
  roundBeganAnew(round: Required<OfRound> & { readonly from: bigint; readonly to: bigint; readonly code: ErrorCode }): void;
  roundCompleted(round: RoundSummary & SignedSummary): void;
  roundFailed(failed: {
    readonly round: AdmittedRound & { readonly requestId: string };
    readonly code: ErrorCode;
    readonly detail: string;
    readonly seconds: number;
  }): void;
  /** The end of a round could not be recorded; its reservation ends by itself. */
  outboxTrouble(trouble: {
    readonly roundId: string;
    readonly requestId?: string | undefined;
    readonly action: 'fail';
    readonly cause: unknown;
  }): void;
}

interface RoundSummary {
  readonly path: string;
  readonly roundId: string;
  readonly requestId: string;
  readonly seconds: number;
}

interface SignedSummary {
  /** Node indices. */
  readonly signers: readonly number[];
  readonly exchanges: 1 | 2;
  readonly attempt: number;
}
