import type { NonceCommitmentHex } from '@oracle-gateway/node-api';
import {
  type AggregateKeyCache,
  type Attestation,
  type AttestationVerdict,
  type Curve,
  type VerifySignature,
  verifyAttestation,
} from '@oracle-gateway/schnorr';
import {
  type AttemptNumber,
  prepareSession,
  type PreparedSession,
  SigningSessionError,
  sumPartials,
  verifyPartial,
} from '@oracle-gateway/schnorr/signing';
import { attestationMessage, type DeploymentId, fromHex, signersBitmap } from '@oracle-gateway/protocol';
import type { DatedRound } from '../admission/admitted-round.js';
import type { NodeCallContext, NodeStep } from '../nodes/node-call-error.js';
import type { RoundNode } from '../nodes/node-directory.js';
import type { RoundSession } from './round-session.js';

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
}

export type AttemptOutcome =
  { readonly ok: true; readonly signed: SignedRound } | { readonly ok: false; readonly faults: readonly NodeCallContext[] };

/** A node and the commitment that it signs with. */
export interface Signer {
  readonly node: RoundNode;
  readonly nonce: NonceCommitmentHex;
}

/** What all signers sign alike. */
export interface Signing {
  readonly round: DatedRound;
  readonly session: RoundSession;
  /** 32 bytes packed, in hex. */
  readonly value: string;
  /** What the nonces are bound to beside it, 32 bytes. */
  readonly setHash: Uint8Array;
  readonly attempt: AttemptNumber;
  /** Ascending by index. */
  readonly signers: readonly Signer[];
}

export interface AggregateDeps {
  readonly deploymentId: DeploymentId;
  readonly curve: Curve;
  readonly verify: VerifySignature;
  readonly aggregateKeys: AggregateKeyCache;
}

/** No observation set is bound in exact mode (protocol §4, step 3). */
export const EXACT_SET_HASH = new Uint8Array(32);

/** The prepared session, or the node whose key or nonce commitments make it impossible. */
export function prepareSigning(
  signing: Signing,
  deps: AggregateDeps,
): { readonly session: PreparedSession } | { readonly fault: NodeCallContext } {
  const { session, setHash, attempt } = signing;
  const message = attestationMessage({ deploymentId: deps.deploymentId, ...statementOf(signing) });
  const signers = signing.signers.map(({ node, nonce }) => ({
    index: node.index,
    publicKey: node.publicKey,
    D: fromHex(nonce.d, 33),
    E: fromHex(nonce.e, 33),
  }));
  try {
    return { session: prepareSession({ sessionId: session.sessionId, attempt, message, setHash, signers }, deps) };
  } catch (error) {
    if (!(error instanceof SigningSessionError)) throw error;
    // Keys or commitments that cancel each other out; only signers who all act together can make such (protocol §4). Without the last they do not.
    const nodeIndex = error.index ?? signers.at(-1)?.index;
    if (nodeIndex === undefined) throw error;
    return { fault: { nodeIndex, step: 'observe', fault: 'bad_answer' } };
  }
}

/**
 * Sums, and verifies the aggregate as any third party would (protocol §4, step 4). Only when that fails are the partial signatures checked,
 * to name the bad node.
 *
 * @param partials one for each signer, in their order, 32 bytes
 * @param step in which they were asked for
 */
export function aggregate(
  { prepared, partials, step }: { readonly prepared: PreparedSession; readonly partials: readonly Uint8Array[]; readonly step: NodeStep },
  signing: Signing,
  deps: AggregateDeps,
): AttemptOutcome {
  const signers = signing.signers.map(({ node }) => node.index);
  const { s, commitment, rx, ryParity, aggregateKey } = sumPartials(prepared, partials);
  const attestation: Attestation = { ...statementOf(signing), signersBitmap: signersBitmap(signers), s, commitment };
  const verdict: AttestationVerdict = verifyAttestation(
    { deploymentId: deps.deploymentId, registry: signing.round.registry, attestation },
    { verify: deps.verify, cache: deps.aggregateKeys },
  );
  if (verdict.ok) return { ok: true, signed: { attestation, message: verdict.message, rx, ryParity, aggregateKey, signers } };
  const faults = signers
    .filter((nodeIndex, position) => !verifyPartial(prepared, nodeIndex, partials[position] ?? new Uint8Array(32)))
    .map((nodeIndex): NodeCallContext => ({ nodeIndex, step, fault: 'bad_partial' }));
  if (faults.length === 0) throw new Error(`an aggregate of good partial signatures was refused: ${verdict.reason}`);
  return { ok: false, faults };
}

function statementOf({ round, value }: Signing) {
  return {
    feedId: round.feedId,
    value: fromHex(value, 32),
    sourceId: round.sourceId,
    registryVersion: round.registry.version,
    signaturesRequired: round.signaturesRequired,
    timestampMs: round.timestampMs,
  };
}
