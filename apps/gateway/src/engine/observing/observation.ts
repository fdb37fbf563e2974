import type { NonceCommitmentHex, ObservationSetHex, SignedObservationHex, SignResponse } from '@oracle-gateway/node-api';
import type { RoundNode } from '../nodes/node-directory.js';

/** Observation of one node, as the gateway holds it. */
export interface NodeObservation {
  readonly node: RoundNode;
  /** 32 bytes packed, 0x hex: equal values are equal strings. */
  readonly value: string;
  /** Observation as its observer signed it, verified; null in exact mode. */
  readonly signed: SignedObservationHex | null;
  /** Commitments for two signing attempts; null with a partial signature, since the stock holds more of such a node. */
  readonly nonces: readonly [NonceCommitmentHex, NonceCommitmentHex] | null;
  /**
   * Partial signature over `value`, by a node that was designated as a signer and had the pair still; not verified. Null for any other
   * node.
   */
  readonly partial: SignResponse | null;
}

/** The value to sign and exactly a quorum of nodes to sign it, ascending by index. */
export interface Decision {
  readonly value: string;
  readonly signers: readonly NodeObservation[];
  /** Set from which the value was computed; null in exact mode. */
  readonly set: DecidedSet | null;
}

export interface DecidedSet {
  /** Observations in order of arrival. */
  readonly observations: readonly NodeObservation[];
  /** Node indices, ascending. */
  readonly survivors: readonly number[];
  /** Hash that the nonces are bound to, 32 bytes. */
  readonly hash: Uint8Array;
  /** The set in the form for the signers. */
  readonly hex: ObservationSetHex;
}
