import { bytesToNumberBE } from '@noble/curves/utils.js';
import { equalBytes } from '@oracle-gateway/protocol/internal';
import { assertBytes } from '../bytes.js';
import { commitmentAddress } from '../commitment.js';
import type { CurveDeps } from '../curve.js';
import { PORTABLE } from '../curve-noble.js';
import { encodePublicKey, parityOf, type Point, SCALAR_BYTES, Scalars, scalarToBytes } from '../secp256k1.js';
import type { PreparedSession } from './session.js';
import { SigningSessionError } from './session-error.js';

/** The aggregate signature in the members of a result (docs/protocol.md#aggregate-signature). */
export interface AggregateSignature {
  /** 32 bytes. */
  readonly s: Uint8Array;
  /** 20 bytes. */
  readonly commitment: Uint8Array;
  /** 32 bytes: the nonce point's x coordinate. */
  readonly rx: Uint8Array;
  readonly ryParity: 0 | 1;
  /** 64 bytes Px ‖ Py. */
  readonly aggregateKey: Uint8Array;
}

/**
 * s = Σ s_i mod n. The sum proves nothing by itself: verify it as any third party would. Only when that fails, find the faulty node with
 * `verifyPartial` (docs/protocol.md#nonce-binding-b).
 *
 * @param partials one per signer, 32 bytes each, in any order
 * @throws SigningSessionError when their number is not that of the signers; TypeError for a wrong width
 */
export function sumPartials(prepared: PreparedSession, partials: readonly Uint8Array[]): AggregateSignature {
  if (partials.length !== prepared.signers.length) throw new SigningSessionError('partial_count');
  const { groupCommitment, aggregateKey } = prepared;
  return { ...aggregateOf(partials, groupCommitment), aggregateKey: aggregateKey.slice() };
}

/** The answer of one signer. */
export interface PartialSignature {
  /** s_i, 32 bytes. */
  readonly partial: Uint8Array;
  /** R as this signer computed it, 33 bytes, compressed. */
  readonly groupCommitment: Uint8Array;
}

/**
 * The same sum, with the group commitment that the signers report. It spares the caller `prepareSession`, which costs a multiplication and two
 * points for every signer. Verify the sum; prepare the session only when that fails, to find the faulty node.
 *
 * @param answers one per signer, in any order
 * @returns `null` unless there is an answer and all of them report the same point of the curve
 * @throws TypeError for a wrong width of a partial signature
 */
export function sumAsTold(
  answers: readonly PartialSignature[],
  { curve }: CurveDeps = PORTABLE,
): Omit<AggregateSignature, 'aggregateKey'> | null {
  const [told] = answers.map(({ groupCommitment }) => groupCommitment);
  if (told === undefined || answers.some(({ groupCommitment }) => !equalBytes(groupCommitment, told))) return null;
  const groupCommitment = curve.decodeCompressed(told);
  if (groupCommitment === null) return null;
  return aggregateOf(
    answers.map(({ partial }) => partial),
    groupCommitment,
  );
}

function aggregateOf(partials: readonly Uint8Array[], groupCommitment: Point): Omit<AggregateSignature, 'aggregateKey'> {
  const sum = partials.reduce((total, partial, position) => {
    assertBytes(partial, SCALAR_BYTES, `partials[${position}]`);
    return Scalars.create(total + bytesToNumberBE(partial));
  }, 0n);
  const encoded = encodePublicKey(groupCommitment);
  return { s: scalarToBytes(sum), commitment: commitmentAddress(encoded), rx: encoded.slice(0, 32), ryParity: parityOf(groupCommitment.y) };
}
