import {
  attestationMessage,
  type DeploymentId,
  deriveSessionId,
  type FeedId,
  fromHex,
  quorumRange,
  parseAddress,
  signersBitmap,
  unixMs,
} from '@oracle-gateway/protocol';
import { equalBytes, isDecidedBySet, type Subject } from '@oracle-gateway/protocol/internal';
import { judgeObservations, type ObservationsRefusal } from './judge-observations.js';
import type { SignedObservation } from './observation.js';
import { keysOf, type RegistryKeys, UnknownSignerError } from './registry-keys.js';
import { prepareSession } from './signing/prepare-session.js';
import type { PreparedSession } from './signing/session.js';
import { SigningSessionError } from './signing/session-error.js';
import { type AttestationRefusal, verifyAttestation } from './verify-attestation.js';

/** Evidence of a round whose signers computed its value from a set: the JSON of `GET /v1/rounds/{roundId}/evidence`, bytes in hex. */
export interface RoundEvidence {
  /** Gateway account, base58. */
  readonly gateway: string;
  readonly feedId: string;
  readonly sourceId: string;
  readonly signaturesRequired: number;
  readonly registryVersion: number;
  readonly timestampMs: number;
  /** The stamp of the round: no node began to fetch before it. */
  readonly observedAtMs: number;
  /** Indices of the nodes that were asked, ascending. */
  readonly eligible: readonly number[];
  readonly gatewayNonce: string;
  readonly attempt: number;
  readonly fixedAtMs: number;
  /** Ascending by index. */
  readonly observations: readonly {
    readonly index: number;
    /** One for a source or an index; of a list one for each source, null where the node had none. */
    readonly values: readonly ({ readonly value: string; readonly receivedAtMs: number } | null)[];
    readonly signature: { readonly s: string; readonly commitment: string };
  }[];
  readonly survivors: readonly number[];
  /** The signers, ascending, with the nonce commitments of the attempt. */
  readonly signers: readonly { readonly index: number; readonly d: string; readonly e: string }[];
  readonly value: string;
  readonly s: string;
  readonly commitment: string;
}

/** Why the evidence does not lead to the signed value. */
export type ReplayRefusal =
  | ObservationsRefusal
  | AttestationRefusal
  /** The subject is not that of the evidence, or its value is computed from no set. */
  | 'source'
  /** The quorum is below the smallest for the rules of the subject. */
  | 'below_tolerance_quorum'
  /** The signed value is not the result of the rule. */
  | 'value'
  /** Not the survivors of the rule. */
  | 'survivors'
  /** The signers' nonces were bound to another set, session or attempt than the one shown. */
  | 'nonce_binding';

/** Whether rule and signatures lead from the evidence to the signed value. */
export type ReplayVerdict =
  | {
      readonly ok: true;
      /** Nodes that were asked and are not in the set: they failed, came late, or were withheld. */
      readonly missing: readonly number[];
    }
  | { readonly ok: false; readonly reason: ReplayRefusal };

/** Evidence, and what an auditor knows apart from it. */
export interface ReplayInput {
  readonly evidence: RoundEvidence;
  /** The subject that the auditor knows to have been asked; the evidence holds its hash only. */
  readonly subject: Subject;
  readonly deploymentId: DeploymentId;
  /** The registry version of the round, from the ledger. */
  readonly registry: RegistryKeys;
}

/**
 * Replays rules and signatures of a round. Verifies three things: each observer signed its observation; the rules give the
 * value over the whole set; a quorum of survivors signed the value over this set.
 *
 * @throws HexError, AddressError, RangeError or TypeError for malformed evidence, never for evidence that is merely false
 */
export function replayRound(input: ReplayInput): ReplayVerdict {
  const { evidence, subject, registry, deploymentId } = input;
  const { form, sourceId } = subject;
  if (!isDecidedBySet(subject) || !equalBytes(sourceId, fromHex(evidence.sourceId, 32))) return refuse('source');
  const { signaturesRequired } = evidence;
  // A quorum below the registry's own minimum is refused with the signature.
  if (signaturesRequired < quorumRange({ minSigners: 0, active: 0 }, subject).minimum) return refuse('below_tolerance_quorum');

  const statement = {
    deploymentId,
    feedId: fromHex(evidence.feedId, 32) as FeedId,
    sourceId,
    signaturesRequired,
    registryVersion: BigInt(evidence.registryVersion),
    form,
    timestampMs: unixMs(evidence.timestampMs),
    observedAtMs: unixMs(evidence.observedAtMs),
  };
  const gatewayNonce = fromHex(evidence.gatewayNonce, 16);
  const sessionId = deriveSessionId({ ...statement, gateway: parseAddress(evidence.gateway), eligible: evidence.eligible, gatewayNonce });
  const signers = evidence.signers.map(({ index }) => index);
  const ruled = judgeObservations({
    sessionId,
    eligible: evidence.eligible,
    registry,
    subject,
    quorum: signaturesRequired,
    set: { fixedAtMs: unixMs(evidence.fixedAtMs), observations: evidence.observations.map(readObservation) },
    signers,
  });
  if (!ruled.ok) return refuse(ruled.reason);
  const value = fromHex(evidence.value, 32);
  if (!equalBytes(ruled.value, value)) return refuse('value');
  if (ruled.survivors.join() !== evidence.survivors.join()) return refuse('survivors');

  const commitment = fromHex(evidence.commitment, 20);
  const attestation = { ...statement, value, signersBitmap: signersBitmap(signers), s: fromHex(evidence.s, 32), commitment };
  const verdict = verifyAttestation({ deploymentId, registry, attestation });
  if (!verdict.ok) return refuse(verdict.reason);
  const prepared = preparedAgain(
    evidence,
    { sessionId, message: attestationMessage({ ...statement, value }), setHash: ruled.setHash },
    registry,
  );
  if (prepared === null || !equalBytes(prepared.commitment, commitment)) return refuse('nonce_binding');
  return { ok: true, missing: evidence.eligible.filter((index) => evidence.observations.every((one) => one.index !== index)) };
}

/** The session as its signers prepared it; `null` for one that no signer could prepare. */
function preparedAgain(
  { signers, attempt }: RoundEvidence,
  bound: { readonly sessionId: Uint8Array; readonly message: Uint8Array; readonly setHash: Uint8Array },
  registry: RegistryKeys,
): PreparedSession | null {
  if (attempt !== 0 && attempt !== 1) return null;
  try {
    const keys = keysOf(
      registry,
      signers.map(({ index }) => index),
    );
    const listed = signers.map(({ index, d, e }, place) => ({
      index,
      publicKey: keys[place] ?? new Uint8Array(),
      D: fromHex(d, 33),
      E: fromHex(e, 33),
    }));
    return prepareSession({ ...bound, attempt, signers: listed });
  } catch (error) {
    if (error instanceof SigningSessionError || error instanceof UnknownSignerError) return null;
    throw error;
  }
}

function readObservation({ index, values, signature }: RoundEvidence['observations'][number]): SignedObservation {
  return {
    index,
    values: values.map((one) => one && { value: fromHex(one.value, 32), receivedAtMs: unixMs(one.receivedAtMs) }),
    signature: { s: fromHex(signature.s, 32), commitment: fromHex(signature.commitment, 20) },
  };
}

function refuse(reason: ReplayRefusal): ReplayVerdict {
  return { ok: false, reason };
}
