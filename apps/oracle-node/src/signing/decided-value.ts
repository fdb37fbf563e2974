import { readObservation, type SignRequest } from '@oracle-gateway/node-api';
import { EXACT_SET_HASH, type Observation, unixMs } from '@oracle-gateway/protocol';
import { equalBytes, FIXED_AT_SKEW_MS, isDecidedBySet, observationVector } from '@oracle-gateway/protocol/internal';
import { judgeObservations, type ObservationsVerdict, type VerifySignature } from '@oracle-gateway/schnorr';
import { NodeError } from '../errors/node-error.js';
import type { ObservedRound } from './sessions.js';

/** The value that is signed, and the hash of its observation set, which the nonces are bound to. */
export interface DecidedValue {
  /** 32 bytes, packed. */
  readonly value: Uint8Array;
  /** 32 bytes. */
  readonly setHash: Uint8Array;
}

export interface DecidedValueDeps {
  readonly verify: VerifySignature;
  readonly nowMs: () => number;
}

/**
 * The one value that a node signs for a round: its own observation of a single source in exact mode, otherwise the result of the whole set. The
 * gateway contributes only the observations of other nodes, which those nodes have signed. Throws NodeError.
 */
export function decidedValue(round: ObservedRound, request: SignRequest, deps: DecidedValueDeps): DecidedValue {
  if (isDecidedBySet(round.subject)) return valueOfSet(round, request, deps);
  if (request.observationSet !== undefined) {
    throw new NodeError('observations_mismatch', 'observationSet: must not be sent for a single source in exact mode');
  }
  return ownValue(round);
}

/** The value that a node observed itself. No set is signed with it. */
export function ownValue({ observation }: Pick<ObservedRound, 'observation'>): DecidedValue {
  const [own = null] = observation.values;
  if (own === null) throw new TypeError('an observation of one value has it');
  return { value: own.value, setHash: EXACT_SET_HASH };
}

function valueOfSet(round: ObservedRound, request: SignRequest, deps: DecidedValueDeps): DecidedValue {
  const { observationSet } = request;
  if (observationSet === undefined) {
    throw new NodeError('observations_mismatch', 'observationSet: is required but for a single source in exact mode');
  }
  const fixedAtMs = unixMs(observationSet.fixedAtMs);
  if (Math.abs(fixedAtMs - deps.nowMs()) > FIXED_AT_SKEW_MS) throw new NodeError('clock_skew');
  const observations = observationSet.observations.map(readObservation);
  requireOwn(round.observation, observations);
  const { sessionId, eligible, registry, subject, signaturesRequired: quorum } = round;
  const signers = request.signers.map(({ index }) => index);
  const set = { fixedAtMs, observations };
  const verdict = judgeObservations({ sessionId, eligible, registry, subject, quorum, set, signers }, deps);
  if (!verdict.ok) throw refusal(verdict);
  return verdict;
}

/** Requires this node's observation, unaltered, in the set. Throws NodeError. */
function requireOwn(own: Observation, observations: readonly Observation[]): void {
  const listed = observations.find(({ index }) => index === own.index);
  const isUnaltered = listed !== undefined && equalBytes(observationVector(listed), observationVector(own));
  if (!isUnaltered) throw new NodeError('observations_mismatch', 'observationSet: must include the observation of this node, unaltered');
}

function refusal({ reason, index }: Extract<ObservationsVerdict, { ok: false }>): NodeError {
  const place = index === undefined ? '' : ` at node ${index}`;
  return reason === 'signer_not_surviving'
    ? new NodeError('signers_mismatch', `signers: ${reason}${place}`)
    : new NodeError('observations_mismatch', `observationSet: ${reason}${place}`);
}
