import type { ErrorCode } from '@oracle-gateway/gateway-api/errors';
import type { ExclusiveKey, Hold } from '@oracle-gateway/outbox';
import type { Address, FeedId, RoundId, UnixMs, UnixSeconds } from '@oracle-gateway/protocol';
import type { Subject } from '@oracle-gateway/protocol/internal';
import type { RegistryAccount } from '@oracle-gateway/protocol/accounts';
import type { SourcePayment } from '@oracle-gateway/x402';
import type { Tenant } from '@oracle-gateway/fair-share';
import type { SealedSecretsHex } from '@oracle-gateway/node-api';

/** A key that no other round may use. */
export interface AdmittedExclusiveKey extends ExclusiveKey {
  /** The refusal while another round uses the key. */
  readonly refusal: ErrorCode;
}

/** Units that the round takes. */
export interface AdmittedHold extends Hold {
  /** The refusal while the units are not free. */
  readonly refusal: ErrorCode;
  /** The reading may lag behind: the path reads the account again before it refuses. */
  readonly isReread?: true;
}

/** Question to the nodes: a subject, on whose behalf, and under which version of the registry. */
export interface NodeQuestion {
  /** Key that the gateway tells the nodes as the requester. */
  readonly requester: Address;
  /** Tenant whose share the round takes, proven by signature or payment. A stranger is one that has paid for nothing before. */
  readonly tenant: Tenant;
  readonly subject: Subject;
  /** Secrets of private sources, an entry for each source of the subject; undefined where none is private. */
  readonly sealed?: SealedSources | undefined;
  readonly signaturesRequired: number;
  /** The registry version the round is signed under. */
  readonly registry: RegistryAccount;
}

/** The result of every path's admission: data alone. The policy of the path decides later questions. Nothing is reserved yet. */
export interface AdmittedRound extends NodeQuestion {
  /** Name of the path, for records, logs and metrics. */
  readonly path: string;
  readonly roundId: RoundId;
  /** The request that it is served for, for the log; known once the round is served. */
  readonly requestId?: string;
  readonly feedOwner: Address;
  readonly feedId: FeedId;
  /**
   * Keys that may read the result of a private source's round later. Absent: the source is public, or the round's id is random, so that
   * only its caller knows it.
   */
  readonly readers?: readonly Address[];
  /** The caller asks for the evidence of a list to be kept. */
  readonly keepsEvidence?: boolean;
  /** The caller's payment names that version: the round is signed under no other. */
  readonly isOfVersion?: true;
  /** The caller's own timestamp, where its path has one. Any other round has the time of its reservation. */
  readonly timestampSeconds?: UnixSeconds;
  /** Payments to the source: the i-th is the i-th eligible node's own. */
  readonly sourcePayments?: readonly SourcePayment[];
  /** Names the list that shows the round, where there is one. */
  readonly listedUnder?: string;
  /** Keys that the reservation uses up beside the identity, in the order in which they are judged. */
  readonly exclusive: readonly AdmittedExclusiveKey[];
  /** Holds that the reservation takes, in the order in which they are judged. */
  readonly holds: readonly AdmittedHold[];
}

/** A round whose time is known: it is reserved. */
export type DatedRound<Round extends AdmittedRound = AdmittedRound> = Round & { readonly timestampMs: UnixMs };

/** Secrets of a private source, which this gateway cannot open, in the form in which nodes are given them. */
export interface SealedSecrets extends Omit<SealedSecretsHex, 'envelope'> {
  /** Envelopes by node index; each node is given its own and no other. */
  readonly envelopes: ReadonlyMap<number, string>;
}

/** Null: the source has no secrets. */
export type SealedSources = readonly (SealedSecrets | null)[];

/** Secrets of one node; undefined when nothing was sealed for it. */
export function sealedFor(nodeIndex: number, sources: SealedSources | undefined): (SealedSecretsHex | null)[] | undefined {
  if (sources === undefined) return undefined;
  return sources.map((source) => {
    if (source === null) return null;
    const { envelopes, ...sealed } = source;
    const envelope = envelopes.get(nodeIndex);
    return envelope === undefined ? null : { ...sealed, envelope };
  });
}
