import type { SignResponse } from '@oracle-gateway/node-api';
import { type Attestation, verifyAttestation } from '@oracle-gateway/schnorr';
import {
  type AttemptNumber,
  type PartialSignature,
  prepareSession,
  type PreparedSession,
  SigningSessionError,
  sumAsTold,
  verifyPartial,
} from '@oracle-gateway/schnorr/signing';
import { attestationMessage, fromHex, signersBitmap } from '@oracle-gateway/protocol';
import { equalBytes } from '@oracle-gateway/protocol/internal';
import type { DatedRound } from '../model/admitted-round.js';
import type { NodeCallContext, NodeStep } from '../nodes/node-call-error.js';
import type { RoundSigner } from '../observing/round-run.js';
import type { RoundPorts } from '../model/round-ports.js';
import type { RoundSession } from '../model/round-session.js';

/** A verified aggregate signature over the fixed value. */
export interface SignedRound {
  readonly attestation: Attestation;
  /** `m`, 32 bytes. */
  readonly message: Uint8Array;
  /** 32 bytes. */
  readonly rx: Uint8Array;
  readonly ryParity: 0 | 1;
  /** 64 bytes. */
  readonly aggregateKey: Uint8Array;
  /** Node indices, ascending. */
  readonly signers: readonly number[];
  /** Signers with the commitment that each signed with. */
  readonly signedWith: readonly RoundSigner[];
}

export type AttemptOutcome =
  | { readonly ok: true; readonly signed: SignedRound }
  | { readonly ok: false; readonly faults: readonly NodeCallContext[] };

/** Content that all signers sign alike. */
export interface Signing {
  readonly round: DatedRound;
  readonly session: RoundSession;
  /** 32 bytes packed, in hex. */
  readonly value: string;
  /** Hash that the nonces are bound to beside it, 32 bytes. */
  readonly setHash: Uint8Array;
  readonly attempt: AttemptNumber;
  /** Ascending by index. */
  readonly signers: readonly RoundSigner[];
}

/** The prepared session, or the node whose key or nonce commitments make it impossible. */
export function prepareSigning(
  signing: Signing,
  ports: RoundPorts,
): { readonly session: PreparedSession } | { readonly fault: NodeCallContext } {
  const { session, setHash, attempt } = signing;
  const value = fromHex(signing.value, 32);
  const message = attestationMessage({ deploymentId: ports.settings.deploymentId, value, ...session.statement });
  const signers = signing.signers.map(({ node, nonce }) => ({
    index: node.index,
    publicKey: node.publicKey,
    D: fromHex(nonce.d, 33),
    E: fromHex(nonce.e, 33),
  }));
  try {
    return { session: prepareSession({ sessionId: session.sessionId, attempt, message, setHash, signers }, ports.curve) };
  } catch (error) {
    if (!(error instanceof SigningSessionError)) throw error;
    // Keys or commitments that cancel each other out; only signers who all act together can make such (docs/protocol.md#aggregate-signature). They do not cancel
    // without the last one.
    const nodeIndex = error.index ?? signers.at(-1)?.index;
    if (nodeIndex === undefined) throw error;
    return { fault: { nodeIndex, step: 'observe', fault: 'bad_answer', isProven: true } };
  }
}

/**
 * Sums, and verifies the aggregate as any third party would (docs/protocol.md#aggregate-signature). Only when that fails is the session prepared and are the
 * partial signatures checked, to report the bad node.
 *
 * @param input.answers one for each signer, in their order
 * @param input.step in which they were asked for
 */
export function aggregate(
  { answers, step }: { readonly answers: readonly SignResponse[]; readonly step: NodeStep },
  signing: Signing,
  ports: RoundPorts,
): AttemptOutcome {
  const signed = signedAsTold(answers, signing, ports);
  return signed === null ? { ok: false, faults: faultsOf(answers, step, signing, ports) } : { ok: true, signed };
}

/** Null where the answers do not make a signature. That they tell the same nonces proves nothing; that the sum verifies proves all. */
function signedAsTold(answers: readonly SignResponse[], signing: Signing, ports: RoundPorts): SignedRound | null {
  const { registry } = signing.round;
  const sum = sumAsTold(answers.map(readAnswer), ports.curve);
  if (sum === null) return null;
  const { s, commitment, rx, ryParity } = sum;
  const signers = signing.signers.map(({ node }) => node.index);
  const value = fromHex(signing.value, 32);
  const attestation: Attestation = { ...signing.session.statement, value, signersBitmap: signersBitmap(signers), s, commitment };
  const check = { deploymentId: ports.settings.deploymentId, registry, attestation };
  const verdict = verifyAttestation(check, { verify: ports.curve.verify, cache: ports.curve.aggregateKeys });
  if (!verdict.ok) return null;
  const aggregateKey = ports.curve.aggregateKeys.get(registry, attestation.signersBitmap);
  return { attestation, message: verdict.message, rx, ryParity, aggregateKey, signers, signedWith: signing.signers };
}

function faultsOf(answers: readonly SignResponse[], step: NodeStep, signing: Signing, ports: RoundPorts): readonly NodeCallContext[] {
  const prepared = prepareSigning(signing, ports);
  if ('fault' in prepared) return [prepared.fault];
  const bad = signing.signers.filter((signer, position) => !isGoodAnswer(prepared.session, signer, answers[position]));
  if (bad.length === 0) throw new Error('an aggregate of good partial signatures was refused');
  return bad.map(({ node }) => ({ nodeIndex: node.index, step, fault: 'bad_partial', isProven: true }));
}

/** Whether a signer signed what it should, with the nonces that it should. Costs two curve operations. */
export function isGoodAnswer(session: PreparedSession, { node }: RoundSigner, answer: SignResponse | undefined): boolean {
  if (answer === undefined) return false;
  const { partial, groupCommitment } = readAnswer(answer);
  return equalBytes(groupCommitment, session.groupCommitment.toBytes(true)) && verifyPartial(session, node.index, partial);
}

function readAnswer({ partial, groupCommitment }: SignResponse): PartialSignature {
  return { partial: fromHex(partial, 32), groupCommitment: fromHex(groupCommitment, 33) };
}
