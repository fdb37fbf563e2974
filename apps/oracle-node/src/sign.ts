import type { SignRequest, SignResponse } from '@oracle-gateway/node-api';
import { attestationMessage, fromHex, toHex, type DeploymentId } from '@oracle-gateway/protocol';
import type { Curve } from '@oracle-gateway/schnorr';
import { prepareSession, signPartial, SigningSessionError, type SessionSigner, type SigningKey } from '@oracle-gateway/schnorr/signing';
import { NodeError } from './errors.js';
import { fixedValue, type FixedValueDeps } from './fixed-value.js';
import type { Caller } from './gateway-access.js';
import type { NodeLog } from './log.js';
import type { RegistryWatch } from './registry-watch.js';
import type { ObservedRound, SessionStore } from './sessions.js';
import type { SignedValues } from './signed-values.js';

export interface SignDeps extends FixedValueDeps {
  readonly deploymentId: DeploymentId;
  readonly nodeIndex: number;
  readonly curve: Curve;
  readonly signingKey: SigningKey;
  readonly registryWatch: RegistryWatch;
  readonly sessions: SessionStore;
  readonly signedValues: SignedValues;
  readonly log: NodeLog;
}

/** Throws NodeError. Synchronous on purpose: between taking a nonce pair and using it nothing else may run. */
export type Sign = (caller: Caller, request: SignRequest) => SignResponse;

/** Step 3 of a signing session (protocol §4). */
export function createSign(deps: SignDeps): Sign {
  return (caller, request) => {
    // Taken before any check: three answers to concurrent calls on one pair would give the signing key away.
    const taken = deps.sessions.take(caller.name, request.sessionId, request.attempt);
    if (taken === null) {
      throw new NodeError('session_unknown');
    }
    const { round, pair } = taken;
    if (pair === null) {
      throw new NodeError('nonce_spent');
    }
    requireCurrent(deps.registryWatch, round);
    const { value, setHash } = fixedValue(round, request, deps);
    if (request.value !== toHex(value)) {
      throw new NodeError('value_mismatch');
    }
    try {
      const session = {
        sessionId: round.sessionId,
        attempt: request.attempt,
        message: messageOf(deps.deploymentId, round, value),
        setHash,
        signers: sessionSigners(round, request.signers),
      };
      const prepared = prepareSession(session, deps);
      if (round.timeRule === 'flat') {
        deps.signedValues.claim(caller.name, round.feedId, round.timestampMs, value);
      }
      const partial = signPartial({ prepared, ownIndex: deps.nodeIndex, signingKey: deps.signingKey, pair });
      logSigned(deps.log, caller, request, round);
      return { partial: toHex(partial) };
    } catch (error) {
      throw error instanceof SigningSessionError ? new NodeError('signers_mismatch', `signers: ${error.reason}`) : error;
    }
  };
}

/** A version that was replaced meanwhile is not signed under: it may have been replaced because of a stolen key. */
function requireCurrent(watch: RegistryWatch, round: ObservedRound): void {
  if (watch.unready().length > 0) {
    throw new NodeError('not_ready');
  }
  if (watch.view()?.registry.version !== round.registry.version) {
    throw new NodeError('stale_registry');
  }
}

function messageOf(deploymentId: DeploymentId, round: ObservedRound, value: Uint8Array): Uint8Array {
  return attestationMessage({
    deploymentId,
    feedId: round.feedId,
    value,
    sourceId: round.sourceId,
    registryVersion: round.registry.version,
    signaturesRequired: round.signaturesRequired,
    timestampMs: round.timestampMs,
  });
}

/** The keys are the registry's; the gateway only says which nodes sign and relays their commitments. */
function sessionSigners(round: ObservedRound, signers: SignRequest['signers']): SessionSigner[] {
  if (signers.length !== round.signaturesRequired) {
    throw new NodeError('signers_mismatch', 'signers: must be exactly signaturesRequired');
  }
  return signers.map(({ index, d, e }) => {
    const publicKey = round.eligible.includes(index) ? (round.registry.keys[index] ?? null) : null;
    if (publicKey === null) {
      throw new NodeError('signers_mismatch', 'signers: must be of the eligible set');
    }
    return { index, publicKey, D: fromHex(d, 33), E: fromHex(e, 33) };
  });
}

function logSigned(log: NodeLog, caller: Caller, request: SignRequest, round: ObservedRound): void {
  const { sessionId, attempt } = request;
  const signers = request.signers.map(({ index }) => index);
  log.info({ sessionId, attempt, signers, feedId: toHex(round.feedId), timestampMs: round.timestampMs, gateway: caller.name }, 'signed');
}
