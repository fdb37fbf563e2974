import { assertBytes, isAllZero } from '../bytes.js';
import { challenge } from '../challenge.js';
import { commitmentAddress } from '../commitment.js';
import type { Curve, CurveDeps } from '../curve.js';
import { PORTABLE } from '../curve-noble.js';
import { COMPRESSED_POINT_BYTES, encodePublicKey, isNonZeroScalar, MESSAGE_BYTES, Point, PUBLIC_KEY_BYTES } from '../secp256k1.js';
import { bindingFactor } from './binding-factor.js';
import {
  HASH_BYTES,
  IN_ADVANCE,
  type PreparedSession,
  type PreparedSigner,
  type SessionNumbers,
  type SessionSigner,
  type SigningSession,
} from './session.js';
import { SigningSessionError } from './session-error.js';

const SIGNERS_MAX = 255;

/**
 * Checks a session and computes b, R, P and e: everything of the second exchange that all signers compute alike.
 *
 * The scheme is SpeedyMuSig (eprint 2021/1375, fig. 7; protocol §4): plain sums of keys, and two nonces for each signer. Its steps here:
 *
 * 1. Each key comes with a proof of possession, which the program verifies at registration: `createSigningKey`, `provePossession`.
 * 2. P = Σ P_j, a plain sum. The proofs of possession keep a signer from choosing a key that cancels the others.
 * 3. First exchange: each signer draws two secrets and publishes D_j and E_j (`createNoncePair`). They depend neither on the message nor on
 *    the signers, so they may be made in advance.
 * 4. b hashes the message and every signer's key and commitments (`bindingFactor`). The paper hashes the key sum; here every P_j is hashed, and
 *    session, attempt and observation set too.
 * 5. R = Σ (D_j + [b]E_j), one factor for all signers.
 * 6. e hashes P, the message and R (`challenge`): over the address of R, as Chronicle's verifiers compute it.
 * 7. Second exchange: s_j = hiding_j + b·binding_j + e·x_j mod n, with the secrets of D_j and E_j (`signPartial`).
 * 8. s = Σ s_j (`sumPartials`). Then [s]G = Σ (D_j + [b]E_j) + [e] Σ P_j = R + [e]P, which is what `verifySignature` checks.
 *
 * @throws SigningSessionError for a session no honest party makes; TypeError for fields of a wrong type or width
 */
export function prepareSession(session: SigningSession, { curve }: CurveDeps = PORTABLE): PreparedSession {
  assertBytes(session.sessionId, HASH_BYTES, 'sessionId');
  assertBytes(session.message, MESSAGE_BYTES, 'message');
  assertBytes(session.setHash, HASH_BYTES, 'setHash');
  const attempt: number = session.attempt;
  if (attempt !== 0 && attempt !== 1 && attempt !== IN_ADVANCE) throw new TypeError(`attempt: must be 0, 1 or ${IN_ADVANCE}`);

  // Every (P_j, D_j, E_j), decoded and ascending by index.
  const signers = readSigners(session.signers, curve);
  // Zero would leave the second nonces out.
  const b = bindingFactor(session, signers);
  if (!isNonZeroScalar(b)) throw new SigningSessionError('binding_factor');

  // The address of R must not be zero, which verifiers refuse.
  const { keySum, ...nonceSums } = sumsOf(signers, curve);
  const groupCommitment = groupCommitmentOf(nonceSums, b, curve);
  const commitment = commitmentAddress(encodePublicKey(groupCommitment));
  if (isAllZero(commitment)) throw new SigningSessionError('nonce_sum');
  // The program verifies by an ECDSA recovery with Px in place of r, so Px must be a scalar.
  if (keySum.is0() || !isNonZeroScalar(keySum.x)) throw new SigningSessionError('key_sum');

  // Zero would leave the keys out.
  const aggregateKey = encodePublicKey(keySum);
  const e = challenge({ publicKey: aggregateKey, message: session.message, commitment });
  if (!isNonZeroScalar(e)) throw new SigningSessionError('challenge');
  const numbers: SessionNumbers = { signers, bindingFactor: b, groupCommitment, commitment, aggregateKey, challenge: e, curve };
  return Object.freeze(numbers) as PreparedSession;
}

/** ΣD_j, ΣE_j and P = ΣP_j. */
export function sumsOf(signers: readonly PreparedSigner[], curve: Curve): { sumOfD: Point; sumOfE: Point; keySum: Point } {
  const terms = [signers.map(({ D }) => D), signers.map(({ E }) => E), signers.map(({ publicKey }) => publicKey)];
  const [sumOfD = Point.ZERO, sumOfE = Point.ZERO, keySum = Point.ZERO] = curve.sums(terms);
  return { sumOfD, sumOfE, keySum };
}

/**
 * R = Σ(D_j + b·E_j) = ΣD_j + b·ΣE_j (the group commitment of RFC 9591, with one binding factor for all).
 *
 * @throws SigningSessionError at infinity
 */
export function groupCommitmentOf(sums: { readonly sumOfD: Point; readonly sumOfE: Point }, b: bigint, curve: Curve): Point {
  const [groupCommitment = Point.ZERO] = curve.sums([[sums.sumOfD, curve.multiply(sums.sumOfE, b)]]);
  if (groupCommitment.is0()) throw new SigningSessionError('nonce_sum');
  return groupCommitment;
}

/** Decodes and checks the list of signers. Keeps points only: the caller may change its arrays later. */
function readSigners(signers: readonly SessionSigner[], curve: Curve): PreparedSigner[] {
  if (signers.length === 0 || signers.length > SIGNERS_MAX) throw new SigningSessionError('signer_count');
  const seenNonces = new Set<string>();
  let previousIndex = -1;
  return signers.map((signer) => {
    const { index } = signer;
    if (!Number.isInteger(index) || index <= previousIndex || index > SIGNERS_MAX) throw new SigningSessionError('signer_order', index);
    previousIndex = index;
    const prepared = readSigner(signer, curve);
    for (const nonce of [prepared.D, prepared.E]) {
      const encoded = nonce.toHex(true);
      if (seenNonces.has(encoded)) throw new SigningSessionError('repeated_nonce', index);
      seenNonces.add(encoded);
    }
    return prepared;
  });
}

function readSigner(signer: SessionSigner, curve: Curve): PreparedSigner {
  const { index } = signer;
  assertBytes(signer.publicKey, PUBLIC_KEY_BYTES, `signers[${index}].publicKey`);
  assertBytes(signer.D, COMPRESSED_POINT_BYTES, `signers[${index}].D`);
  assertBytes(signer.E, COMPRESSED_POINT_BYTES, `signers[${index}].E`);
  const publicKey = curve.decodePublicKey(signer.publicKey);
  const D = curve.decodeCompressed(signer.D);
  const E = curve.decodeCompressed(signer.E);
  if (publicKey === null || D === null || E === null) throw new SigningSessionError('bad_point', index);
  return Object.freeze({ index, publicKey, D, E });
}
