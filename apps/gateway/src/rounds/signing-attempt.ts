import {
  type AggregateKeyCache,
  type Attestation,
  type AttestationVerdict,
  type Curve,
  type VerifySignature,
  verifyAttestation,
} from '@oracle-gateway/schnorr';
import { prepareSession, type PreparedSession, SigningSessionError, sumPartials, verifyPartial } from '@oracle-gateway/schnorr/signing';
import { attestationMessage, type DeploymentId, fromHex, signersBitmap, toHex } from '@oracle-gateway/protocol';
import type { DatedRound } from '../admission/admitted-round.js';
import { type NodeCallContext, NodeCallError } from '../nodes/node-call-error.js';
import type { NodeClient } from '../nodes/node-client.js';
import type { Fix, Observation } from './observation.js';
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

export interface SigningAttempt {
  readonly round: DatedRound;
  readonly session: RoundSession;
  readonly fix: Fix;
  readonly attempt: 0 | 1;
  readonly signal: AbortSignal;
}

export interface SigningDeps {
  readonly client: Pick<NodeClient, 'sign'>;
  readonly deploymentId: DeploymentId;
  readonly signDeadlineMs: number;
  readonly curve: Curve;
  readonly verify: VerifySignature;
  readonly aggregateKeys: AggregateKeyCache;
}

/** No observation set is bound in exact mode (protocol §4, step 3). */
const EXACT_SET_HASH = new Uint8Array(32);

/**
 * One attempt (protocol §4, steps 3 and 4): all signers at once, sum, verify the aggregate as any third party would. Only when that fails are
 * the partial signatures checked, to name the bad node. It waits for every signer, so that all bad nodes are known before the last attempt.
 */
export async function attemptSigning(input: SigningAttempt, deps: SigningDeps): Promise<AttemptOutcome> {
  const answers = Promise.all(input.fix.signers.map((signer) => askForPartial(signer, input, deps)));
  // Preparing costs curve operations; the nodes are computing meanwhile.
  const prepared = prepare(input, deps);
  const partials = await answers;
  if (!('session' in prepared)) return { ok: false, faults: [prepared] };
  const faults = partials.flatMap((answer) => (answer instanceof Uint8Array ? [] : [answer]));
  if (faults.length > 0) return { ok: false, faults };
  return conclude(
    prepared.session,
    partials.flatMap((answer) => (answer instanceof Uint8Array ? [answer] : [])),
    input,
    deps,
  );
}

async function askForPartial(signer: Observation, input: SigningAttempt, deps: SigningDeps): Promise<Uint8Array | NodeCallContext> {
  const { fix, attempt, session, signal } = input;
  const request = {
    sessionId: toHex(session.sessionId),
    attempt,
    value: fix.value,
    signers: fix.signers.map(({ node, nonces }) => ({ index: node.index, ...nonces[attempt] })),
    ...(fix.set === null ? {} : { observationSet: fix.set.hex }),
  };
  try {
    const { partial } = await deps.client.sign(signer.node, request, { deadlineMs: deps.signDeadlineMs, signal });
    return fromHex(partial, 32);
  } catch (error) {
    if (error instanceof NodeCallError) return error.context;
    throw error;
  }
}

/** The prepared session, or the node whose nonce commitments make it impossible. */
function prepare(
  { round, session, fix, attempt }: SigningAttempt,
  deps: SigningDeps,
): { readonly session: PreparedSession } | NodeCallContext {
  const message = attestationMessage({ deploymentId: deps.deploymentId, ...statementOf(round, fix) });
  const signers = fix.signers.map(({ node, nonces }) => ({
    index: node.index,
    publicKey: node.publicKey,
    D: fromHex(nonces[attempt].d, 33),
    E: fromHex(nonces[attempt].e, 33),
  }));
  try {
    const setHash = fix.set?.hash ?? EXACT_SET_HASH;
    return { session: prepareSession({ sessionId: session.sessionId, attempt, message, setHash, signers }, deps) };
  } catch (error) {
    if (!(error instanceof SigningSessionError) || error.index === undefined) throw error;
    return { nodeIndex: error.index, step: 'observe', fault: 'bad_answer' };
  }
}

function statementOf(round: DatedRound, fix: Fix) {
  return {
    feedId: round.feedId,
    value: fromHex(fix.value, 32),
    sourceId: round.sourceId,
    registryVersion: round.registry.version,
    signaturesRequired: round.signaturesRequired,
    timestampMs: round.timestampMs,
  };
}

function conclude(prepared: PreparedSession, partials: readonly Uint8Array[], input: SigningAttempt, deps: SigningDeps): AttemptOutcome {
  const { round, fix } = input;
  const signers = fix.signers.map(({ node }) => node.index);
  const { s, commitment, rx, ryParity, aggregateKey } = sumPartials(prepared, partials);
  const attestation: Attestation = { ...statementOf(round, fix), signersBitmap: signersBitmap(signers), s, commitment };
  const verdict: AttestationVerdict = verifyAttestation(
    { deploymentId: deps.deploymentId, registry: round.registry, attestation },
    { verify: deps.verify, cache: deps.aggregateKeys },
  );
  if (verdict.ok) return { ok: true, signed: { attestation, message: verdict.message, rx, ryParity, aggregateKey, signers } };
  const faults = signers
    .filter((nodeIndex, position) => !verifyPartial(prepared, nodeIndex, partials[position] ?? new Uint8Array(32)))
    .map((nodeIndex): NodeCallContext => ({ nodeIndex, step: 'sign', fault: 'bad_partial' }));
  if (faults.length === 0) throw new Error(`an aggregate of good partial signatures was refused: ${verdict.reason}`);
  return { ok: false, faults };
}
