import type { Aggregation } from './api-config.js';

/** Nodes of a registry, at most: a node's index is one of its slots, 0 to 63. */
export const MAX_NODES = 64;

/** The smallest quorum of tolerance mode (docs/protocol.md#median-of-tolerance-mode). */
export const MIN_TOLERANCE_QUORUM = 3;

/** Limits that a registry version sets for quorums. */
export interface QuorumTerms {
  /** The smallest quorum of exact mode. */
  readonly minSigners: number;
  /** Nodes with a key. */
  readonly active: number;
  /** Nodes that may be asked beyond the quorum. */
  readonly redundancyBuffer: number;
}

/** The rule of each value that a node observes: undefined in exact mode. */
interface SubjectRules {
  readonly rules: readonly (Aggregation | undefined)[];
}

/** The quorums, both included, that a registry version serves for a subject of these rules. */
export function quorumRange(
  { minSigners, active }: Pick<QuorumTerms, 'minSigners' | 'active'>,
  { rules }: SubjectRules,
): { readonly minimum: number; readonly maximum: number } {
  const isTolerance = rules.some((rule) => rule !== undefined);
  return { minimum: Math.max(minSigners, isTolerance ? MIN_TOLERANCE_QUORUM : 0), maximum: active };
}

/**
 * The quorum of a round whose caller names none: a majority of the nodes, within what the registry version serves. Every program takes this one,
 * because another quorum is another feed. A larger registry has a larger one: name the quorum of a feed that others read.
 */
export function defaultQuorum(registry: Pick<QuorumTerms, 'minSigners' | 'active'>, subject: SubjectRules): number {
  const { minimum, maximum } = quorumRange(registry, subject);
  return Math.min(maximum, Math.max(minimum, Math.floor(registry.active / 2) + 1));
}

/**
 * The most nodes that one round may ask. A gateway chooses among the observations of those it asked, so each node beyond the quorum is a
 * choice that it has.
 */
export function maxEligible({ redundancyBuffer }: Pick<QuorumTerms, 'redundancyBuffer'>, signaturesRequired: number): number {
  return signaturesRequired + redundancyBuffer;
}
