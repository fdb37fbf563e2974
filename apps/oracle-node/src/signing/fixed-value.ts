import { readObservation, type SignRequest } from '@oracle-gateway/node-api';
import { equalBytes, EXACT_SET_HASH, FIXED_AT_SKEW_MS, unixMs } from '@oracle-gateway/protocol';
import { judgeObservations, type ObservationsVerdict, type SignedObservation, type VerifySignature } from '@oracle-gateway/schnorr';
import { NodeError } from '../errors/node-error.js';
import type { ObservedRound, ToleranceRound } from './sessions.js';

/** What a signature is about, and what the nonces are bound to beside it. */
export interface FixedValue {
  /** 32 bytes, packed. */
  readonly value: Uint8Array;
  /** 32 bytes. */
  readonly setHash: Uint8Array;
}

export interface FixedValueDeps {
  readonly verify: VerifySignature;
  readonly nowMs: () => number;
}

/**
 * The one value a node signs for a round: in exact mode what it saw itself, in tolerance mode what the rule gives over the whole set. Nothing
 * of it is taken from the gateway but the observations of other nodes, which those have signed. Throws NodeError.
 */
export function fixedValue(round: ObservedRound, request: SignRequest, deps: FixedValueDeps): FixedValue {
  const { tolerance } = round;
  if (tolerance !== null) return ruledValue(round, tolerance, request, deps);
  if (request.observationSet !== undefined) {
    throw new NodeError('observations_mismatch', 'observationSet: is for tolerance mode only');
  }
  return { value: round.value, setHash: EXACT_SET_HASH };
}

function ruledValue(round: ObservedRound, tolerance: ToleranceRound, request: SignRequest, deps: FixedValueDeps): FixedValue {
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

/** A set without this node's observation, or with another in its place, is not one it can answer for. */
function requireOwn(own: SignedObservation, observations: readonly SignedObservation[]): void {
  const listed = observations.find(({ index }) => index === own.index);
  const isUnaltered = listed !== undefined && listed.observedAtMs === own.observedAtMs && equalBytes(listed.value, own.value);
  if (!isUnaltered) throw new NodeError('observations_mismatch', 'observationSet: must hold the own observation as it was made');
}

function refusal({ reason, index }: Extract<ObservationsVerdict, { ok: false }>): NodeError {
  const place = index === undefined ? '' : ` at node ${index}`;
  return reason === 'signer_not_surviving'
    ? new NodeError('signers_mismatch', `signers: ${reason}${place}`)
    : new NodeError('observations_mismatch', `observationSet: ${reason}${place}`);
}
