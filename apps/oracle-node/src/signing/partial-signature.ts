import type { SignersHex, SignResponse } from '@oracle-gateway/node-api';
import { attestationMessage, fromHex, toHex, type DeploymentId } from '@oracle-gateway/protocol';
import type { Curve } from '@oracle-gateway/schnorr';
import {
  type AttemptNumber,
  type NoncePair,
  prepareSession,
  type SessionSigner,
  type SigningKey,
  signPartial,
  SigningSessionError,
} from '@oracle-gateway/schnorr/signing';
import { NodeError } from '../errors/node-error.js';
import type { DecidedValue } from './decided-value.js';
import type { Caller } from '../ledger/gateway-access.js';
import type { NodeLog } from '../telemetry/log.js';
import type { RegistryWatch } from '../ledger/registry-watch.js';
import type { ObservedRound } from './sessions.js';

export interface PartialSignatureDeps {
  readonly deploymentId: DeploymentId;
  readonly nodeIndex: number;
  readonly curve: Curve;
  readonly signingKey: SigningKey;
  readonly registryWatch: RegistryWatch;
  readonly log: NodeLog;
}

export interface RoundToSign {
  readonly round: ObservedRound;
  readonly attempt: AttemptNumber;
  readonly decided: DecidedValue;
  readonly signers: readonly SessionSigner[];
  /** Taken from its store already, so no other call can use it. */
  readonly pair: NoncePair;
}

/**
 * Makes the node's partial signature over a value, in the form of the answer. Throws NodeError. Synchronous on purpose: nothing else may run
 * between claiming the value and signing it.
 */
export type SignRound = (caller: Caller, input: RoundToSign) => SignResponse;

/** Step 3 of a signing session (docs/protocol.md#signing-session), in one exchange or in two. */
export function createSignRound(deps: PartialSignatureDeps): SignRound {
  return (caller, { round, attempt, decided: { value, setHash }, signers, pair }) => {
    requireAccepted(deps.registryWatch, round);
    try {
      const message = messageOf(deps.deploymentId, round, value);
      const session = { sessionId: round.sessionId, attempt, message, setHash, signers };
      const prepared = prepareSession(session, { curve: deps.curve, ownPair: pair });
      const partial = signPartial({ prepared, ownIndex: deps.nodeIndex, signingKey: deps.signingKey, pair });
      logSigned(deps.log, caller, round, attempt, signers);
      return { partial: toHex(partial), groupCommitment: toHex(prepared.groupCommitment.toBytes(true)) };
    } catch (error) {
      throw error instanceof SigningSessionError ? new NodeError('signers_mismatch', `signers: ${error.reason}`) : error;
    }
  };
}

/** The signers with their keys from the registry. The gateway only lists the nodes and relays their commitments. Throws NodeError. */
export function sessionSigners(
  { signaturesRequired, eligible, registry }: Pick<ObservedRound, 'signaturesRequired' | 'eligible' | 'registry'>,
  signers: SignersHex,
): SessionSigner[] {
  if (signers.length !== signaturesRequired) {
    throw new NodeError('signers_mismatch', 'signers: must have exactly signaturesRequired entries');
  }
  return signers.map(({ index, d, e }) => {
    const publicKey = eligible.includes(index) ? (registry.keys[index] ?? null) : null;
    if (publicKey === null) {
      throw new NodeError('signers_mismatch', 'signers: must belong to the eligible set and hold a key');
    }
    return { index, publicKey, D: fromHex(d, 33), E: fromHex(e, 33) };
  });
}

/** Signs under a recently replaced version too, unless an emergency ended it: one of its keys may be stolen. Throws NodeError. */
function requireAccepted(watch: RegistryWatch, { registry }: ObservedRound): void {
  if (watch.unready(registry).length > 0) {
    throw new NodeError('not_ready');
  }
  if (watch.accepted(registry.version) === null) {
    throw new NodeError('stale_registry');
  }
}

function messageOf(deploymentId: DeploymentId, round: ObservedRound, value: Uint8Array): Uint8Array {
  return attestationMessage({
    deploymentId,
    feedId: round.feedId,
    value,
    sourceId: round.subject.sourceId,
    registryVersion: round.registry.version,
    signaturesRequired: round.signaturesRequired,
    form: round.subject.form,
    timestampMs: round.timestampMs,
    observedAtMs: round.observedAtMs,
  });
}

function logSigned(
  log: NodeLog,
  caller: Caller,
  round: ObservedRound,
  attempt: AttemptNumber,
  signers: readonly { readonly index: number }[],
): void {
  const { feedId, timestampMs } = round;
  const indices = signers.map(({ index }) => index);
  const sessionId = toHex(round.sessionId);
  log.info(
    { sessionId, traceId: caller.traceId, attempt, signers: indices, feedId: toHex(feedId), timestampMs, gateway: caller.name },
    'signed',
  );
}
