import type { ApiConfig } from '@oracle-gateway/protocol';
import type { StatedReason } from '../base/read-reason.js';

/** A value that one node got from a source. */
export interface SimulatedObservation {
  /** Decimal text. */
  readonly value: string;
  /** The 32 bytes that the node would sign, hex with `0x`. */
  readonly valuePacked: string;
  /** When the last byte of the source's answer arrived, by the node's clock, unix milliseconds. */
  readonly receivedAtMs: number;
}

/** Why a node got no value. No member holds text of the source. */
export interface SimulatedFailure extends StatedReason {
  /** The rule that the answer of the source breaks, such as `nothing_selected`. */
  readonly rule?: string;
  /** The beginning of your own `responseParser` or `valueTransform` that the answer of the source matches. */
  readonly matched?: string;
  /** A sentence of the gateway that says what to do. */
  readonly hint?: string;
}

interface AskedNode {
  readonly nodeIndex: number;
  /** Milliseconds from the gateway's question to the node's answer. */
  readonly latencyMs: number;
}

/** Value that one node got from the source, or its failure. */
export type SimulatedNode = AskedNode & (SimulatedObservation | { readonly error: SimulatedFailure });

/** The observations of one node, one for each source of a list in order, or the failure of the node. */
export type SimulatedListNode = AskedNode &
  ({ readonly values: readonly (SimulatedObservation | { readonly error: SimulatedFailure })[] } | { readonly error: SimulatedFailure });

/** Value that a round would have signed. */
export interface SimulatedValue {
  /** Decimal text. */
  readonly value: string;
  /** 32 bytes in hex with `0x`. */
  readonly valuePacked: string;
  /** Number of nodes that would sign it. */
  readonly quorum: number;
}

/** Values that a round of a list would have signed, in the order of its sources; for an absent one the reason. */
export interface SimulatedValues {
  readonly values: readonly (Omit<SimulatedValue, 'quorum'> | { readonly reason: StatedReason })[];
  /** Number of nodes that would sign them. */
  readonly quorum: number;
}

/**
 * A dry run: nodes observe, no node signs, nothing is paid. Its values are the gateway's word: no signature covers them. It has no member
 * of a `VerifiedValue` that holds a value or signers.
 */
export interface SimulatedRound {
  readonly verified: false;
  /** 32 bytes in hex with `0x`: the hash of the source, the index or the list. */
  readonly sourceId: string;
  /** The feed that a round of the account would belong to; absent for a stranger. */
  readonly feedId?: string;
  /** Quorum of the round that is simulated. */
  readonly quorum: number;
  /** Registry version of the asked nodes. */
  readonly registryVersion: number;
  /** Why no value would be signed; absent where one would be. */
  readonly reason?: SimulatedFailure;
  /** Prices of one round at this quorum, by the name of the path that pays: atomic units of the stablecoin, in decimal. */
  readonly prices: Readonly<Record<string, string>>;
}

/** A dry run of a source or an index. */
export interface Simulation extends SimulatedRound {
  readonly mode: 'exact' | 'tolerance';
  /** The packed value is the value × 10^decimals. */
  readonly decimals: number;
  /** Value that a round would have signed; null where there would have been none. */
  readonly wouldSign: SimulatedValue | null;
  /** The asked nodes, ascending by index. A stranger has one node asked. */
  readonly nodes: readonly SimulatedNode[];
}

/** One source of a list that was tried. */
export interface SimulatedSource extends Pick<Simulation, 'sourceId' | 'feedId' | 'mode' | 'decimals'> {
  /** The source as it was asked for. */
  readonly source: ApiConfig;
  /** Whether its text fits a transaction, so that the ledger can have its feed: the gateway's word. */
  readonly onChain: boolean;
}

/** A dry run of a list. */
export interface ListSimulation extends SimulatedRound {
  /** One for each source that was asked for, in order. */
  readonly sources: readonly SimulatedSource[];
  /** Values that a round would have signed; null where there would have been too few. */
  readonly wouldSign: SimulatedValues | null;
  /** The asked nodes, ascending by index. A stranger has one node asked. */
  readonly nodes: readonly SimulatedListNode[];
}
