import { type ObservationSet, observationSetHash, isList } from '@oracle-gateway/protocol';
import { decideValues, type DecidingSubject } from '@oracle-gateway/protocol/internal';
import { type SignedObservation, verifyObservation } from './observation.js';
import type { RegistryKeys } from './registry-keys.js';
import type { VerifySignature } from './signature.js';
import { verifySignature } from './verify.js';

/** Why a set of observations is refused. */
export type ObservationsRefusal =
  /** The indices are not strictly ascending. */
  | 'observer_order'
  /** An observer is not in the eligible set, or has no key in the registry version. */
  | 'unknown_observer'
  /** An observation has more or fewer values than the subject, or the only one is absent. */
  | 'observation_values'
  /** An observation is not signed by its observer in this session. */
  | 'observation_signature'
  /** Fewer observations than the quorum survive the rule. */
  | 'too_few_survivors'
  /** Fewer sources of a list have a value than it needs. */
  | 'too_few_values'
  /** A signer's observation does not survive, or is missing. */
  | 'signer_not_surviving';

/** The value that a set decides, or why the set is refused. */
export type ObservationsVerdict =
  | {
      readonly ok: true;
      /** The 32 bytes to sign. */
      readonly value: Uint8Array;
      /** The value of each source of a list, in their order; null: absent. Otherwise the one value. */
      readonly values: readonly (Uint8Array | null)[];
      /** 32 bytes, which the signers' nonces are bound to. */
      readonly setHash: Uint8Array;
      /** Node indices, ascending. */
      readonly survivors: readonly number[];
    }
  | { readonly ok: false; readonly reason: ObservationsRefusal; readonly index?: number };

/** A set of observations, and what it is judged by. */
export interface ObservationsCheck {
  /** 32 bytes. */
  readonly sessionId: Uint8Array;
  /** Node indices that were asked. */
  readonly eligible: readonly number[];
  /** The verifier's own view. */
  readonly registry: Pick<RegistryKeys, 'keys'>;
  readonly subject: DecidingSubject;
  readonly quorum: number;
  readonly set: ObservationSet<SignedObservation>;
  /** Node indices. */
  readonly signers: readonly number[];
}

/**
 * Recomputes what a whole set decides, without trust in its sender (docs/protocol.md#observation, docs/protocol.md#lists). A signer does this before it signs, and
 * an auditor afterwards.
 *
 * @throws TypeError or RangeError for a wrong type or width, never for a set that is merely wrong
 */
export function judgeObservations(
  check: ObservationsCheck,
  deps: { readonly verify: VerifySignature } = { verify: verifySignature },
): ObservationsVerdict {
  const { sessionId, set, subject, quorum } = check;
  const unordered = set.observations.find(({ index }, place) => index <= (set.observations[place - 1]?.index ?? -1));
  if (unordered !== undefined) return { ok: false, reason: 'observer_order', index: unordered.index };
  for (const observation of set.observations) {
    const { index } = observation;
    const publicKey = check.eligible.includes(index) ? (check.registry.keys[index] ?? null) : null;
    if (publicKey === null) return { ok: false, reason: 'unknown_observer', index };
    if (!hasValuesOf(subject, observation)) return { ok: false, reason: 'observation_values', index };
    if (!verifyObservation({ sessionId, publicKey, observation }, deps)) return { ok: false, reason: 'observation_signature', index };
  }
  const decided = decideValues(set, subject, quorum);
  if (decided === null) return { ok: false, reason: isList(subject.form) ? 'too_few_values' : 'too_few_survivors' };
  const stranger = check.signers.find((index) => !decided.survivors.includes(index));
  if (stranger !== undefined) return { ok: false, reason: 'signer_not_surviving', index: stranger };
  return { ok: true, ...decided, setHash: observationSetHash(set) };
}

function hasValuesOf({ form, rules }: ObservationsCheck['subject'], { values }: SignedObservation): boolean {
  return values.length === rules.length && (isList(form) || values[0] !== null);
}
