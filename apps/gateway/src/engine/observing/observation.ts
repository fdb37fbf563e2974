import type { NonceCommitmentHex, ObservationSetHex, ObserveResponse, SignResponse } from '@oracle-gateway/node-api';
import type { Subject } from '@oracle-gateway/protocol/internal';
import { isList } from '@oracle-gateway/protocol';
import type { SignedObservation } from '@oracle-gateway/schnorr';
import type { RoundNode } from '../nodes/node-directory.js';

/** Observation of one node, as the gateway holds it. */
export interface NodeObservation {
  readonly node: RoundNode;
  /** One for a source or an index. A list has one for each source: its value, or why it has none. */
  readonly values: ObserveResponse['values'];
  /** Observation as its observer signed it, verified; null in exact mode of a single source. */
  readonly signed: SignedObservation | null;
  /** Commitments for two signing attempts; null with a partial signature, since the stock holds more of such a node. */
  readonly nonces: readonly [NonceCommitmentHex, NonceCommitmentHex] | null;
  /**
   * Partial signature over the one value, by a node that was designated as a signer and had the pair still; not verified. Null for any
   * other node.
   */
  readonly partial: SignResponse | null;
}

/** The value at a place of an observation as 0x hex, so that equal values are equal strings; null: absent. */
export function valueAt({ values }: Pick<NodeObservation, 'values'>, place: number): string | null {
  const one = values[place];
  return one !== undefined && 'value' in one ? one.value : null;
}

/** Whether an answer has the values of its subject. A list may lack some, but not all: that is a refusal. */
export function hasValuesOf({ form, rules }: Subject, values: ObserveResponse['values']): boolean {
  const present = values.filter((one) => 'value' in one).length;
  return values.length === rules.length && present > 0 && (isList(form) || present === values.length);
}

/** The value to sign and exactly a quorum of nodes to sign it, ascending by index. */
export interface Decision {
  /** 32 bytes packed, 0x hex. */
  readonly value: string;
  /** The value of each source of a list, in their order; null: absent. Otherwise the one value. */
  readonly values: readonly (string | null)[];
  readonly signers: readonly NodeObservation[];
  /** Set from which the value was computed; null in exact mode of a single source. */
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
