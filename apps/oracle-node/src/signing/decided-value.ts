import { readObservation, type SignRequest } from '@oracle-gateway/node-api';
import { equalBytes, EXACT_SET_HASH, FIXED_AT_SKEW_MS, unixMs } from '@oracle-gateway/protocol';
import { judgeObservations, type ObservationsVerdict, type SignedObservation, type VerifySignature } from '@oracle-gateway/schnorr';
import { NodeError } from '../errors/node-error.js';
import type { ObservedRound, ToleranceRound } from './sessions.js';

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
 * The one value that a node signs for a round: its own observation in exact mode, the result of the rule over the whole set in tolerance mode.
 * The gateway contributes only the observations of other nodes, which those nodes have signed. Throws NodeError.
 */
export function decidedValue(round: ObservedRound, request: SignRequest, deps: DecidedValueDeps): DecidedValue {
  const { tolerance } = round;
  if (tolerance !== null) return ruledValue(round, tolerance, request, deps);
  if (request.observationSet !== undefined) {
    throw new NodeError('observations_mismatch', 'observationSet: must not be sent in exact mode');
  }
  return { value: round.value, setHash: EXACT_SET_HASH };
}

function ruledValue(round: ObservedRound, tolerance: ToleranceRound, request: SignRequest, deps: DecidedValueDeps): DecidedValue {
  const { observationSet } = request;
  if (observationSet === undefined) throw new NodeError('observations_mismatch', 'observationSet: is required in tolerance mode');
  const fixedAtMs = unixMs(observationSet.fixedAtMs);
  if (Math.abs(fixedAtMs - deps.nowMs()) > FIXED_AT_SKEW_MS) throw new NodeError('clock_skew');
  const observations = observationSet.observations.map(readObservation);
  requireOwn(tolerance.observation, observations);
  const { sessionId, eligible, registry, signaturesRequired: quorum } = round;
  const signers = request.signers.map(({ index }) => index);
  const { aggregation } = tolerance;
  const set = { fixedAtMs, observations };
  const verdict = judgeObservations({ sessionId, eligible, registry, aggregation, quorum, set, signers }, deps);
  if (!verdict.ok) throw refusal(verdict);
  return verdict;
}

/** Requires this node's observation, unaltered, in the set. Throws NodeError. */
function requireOwn(own: SignedObservation, observations: readonly SignedObservation[]): void {
  const listed = observations.find(({ index }) => index === own.index);
  const isUnaltered = listed !== undefined && listed.receivedAtMs === own.receivedAtMs && equalBytes(listed.value, own.value);
  if (!isUnaltered) throw new NodeError('observations_mismatch', 'observationSet: must include the observation of this node, unaltered');
}

function refusal({ reason, index }: Extract<ObservationsVerdict, { ok: false }>): NodeError {
  const place = index === undefined ? '' : ` at node ${index}`;
  return reason === 'signer_not_surviving'
    ? new NodeError('signers_mismatch', `signers: ${reason}${place}`)
    : new NodeError('observations_mismatch', `observationSet: ${reason}${place}`);
}
