import type { Brand } from '@oracle-gateway/protocol';
import { assertBytes, isAllZero } from '../bytes.js';
import { challenge } from '../challenge.js';
import { commitmentAddress } from '../commitment.js';
import {
  type AffinePoint,
  COMPRESSED_POINT_BYTES,
  decodeCompressed,
  decodePublicKey,
  encodePublicKey,
  isNonZeroScalar,
  MESSAGE_BYTES,
  Point,
  PUBLIC_KEY_BYTES,
} from '../curve.js';
import { bindingFactor, type PreparedSigner } from './binding-factor.js';
import { SigningSessionError } from './session-error.js';

const HASH_BYTES = 32;
const SIGNERS_MAX = 255;

export interface SessionSigner {
  /** Node index, 0..255. */
  readonly index: number;
  /** 64 bytes Px ‖ Py, from the signer's own view of the registry. */
  readonly publicKey: Uint8Array;
  /** 33 bytes, compressed. */
  readonly D: Uint8Array;
  /** 33 bytes, compressed. */
  readonly E: Uint8Array;
}

/** What all signers of one attempt must agree on (protocol §4, step 3). */
export interface SigningSession {
  /** 32 bytes. */
  readonly sessionId: Uint8Array;
  /** Which of the two nonce pairs of an observation is in use. */
  readonly attempt: 0 | 1;
  /** 32 bytes, the attestation's `m`. */
  readonly message: Uint8Array;
  /** 32 bytes; all zero in exact mode. */
  readonly setHash: Uint8Array;
  /** Strictly ascending by index. */
  readonly signers: readonly SessionSigner[];
}

/** A checked session and the numbers that follow from it; the brand says that only `prepareSession` makes one. */
export type PreparedSession = Brand<SessionNumbers, 'PreparedSession'>;

interface SessionNumbers {
  readonly signers: readonly PreparedSigner[];
  /** b, which ties every nonce to the session, the message and all other nonces. */
  readonly bindingFactor: bigint;
  /** R = Σ(D_j + b·E_j). */
  readonly noncePoint: AffinePoint;
  /** 20 bytes. */
  readonly commitment: Uint8Array;
  /** P = ΣP_j in 64 bytes. */
  readonly aggregateKey: Uint8Array;
  /** e. */
  readonly challenge: bigint;
}

/**
 * Checks a session and computes b, R, P and e (SpeedyMuSig, eprint 2021/1375 fig. 7; protocol §4, step 3).
 *
 * @throws SigningSessionError for a session no honest party makes; TypeError for fields of a wrong type or width
 */
export function prepareSession(session: SigningSession): PreparedSession {
  assertBytes(session.sessionId, HASH_BYTES, 'sessionId');
  assertBytes(session.message, MESSAGE_BYTES, 'message');
  assertBytes(session.setHash, HASH_BYTES, 'setHash');
  const attempt: number = session.attempt;
  if (attempt !== 0 && attempt !== 1) throw new TypeError('attempt: must be 0 or 1');

  const signers = readSigners(session.signers);
  const b = bindingFactor(session, signers);
  if (!isNonZeroScalar(b)) throw new SigningSessionError('binding_factor');

  const noncePoint = noncePointOf(signers, b);
  const commitment = commitmentAddress(encodePublicKey(noncePoint));
  if (isAllZero(commitment)) throw new SigningSessionError('nonce_sum');

  const keySum = signers.reduce((sum, { publicKey }) => sum.add(publicKey), Point.ZERO);
  if (keySum.is0() || !isNonZeroScalar(keySum.toAffine().x)) throw new SigningSessionError('key_sum');
  const aggregateKey = encodePublicKey(keySum.toAffine());

  const e = challenge({ publicKey: aggregateKey, message: session.message, commitment });
  if (!isNonZeroScalar(e)) throw new SigningSessionError('challenge');
  const numbers: SessionNumbers = { signers, bindingFactor: b, noncePoint, commitment, aggregateKey, challenge: e };
  return Object.freeze(numbers) as PreparedSession;
}

/**
 * R = Σ(D_j + b·E_j) = ΣD_j + b·ΣE_j; all public, so variable time is right.
 *
 * @throws SigningSessionError at infinity
 */
export function noncePointOf(signers: readonly PreparedSigner[], b: bigint): AffinePoint {
  const sumOfD = signers.reduce((sum, { D }) => sum.add(D), Point.ZERO);
  const sumOfE = signers.reduce((sum, { E }) => sum.add(E), Point.ZERO);
  const noncePoint = sumOfD.add(sumOfE.multiplyUnsafe(b));
  if (noncePoint.is0()) throw new SigningSessionError('nonce_sum');
  return noncePoint.toAffine();
}

/** Points are immutable and the caller's arrays are not, so nothing of the list is kept but its points. */
function readSigners(signers: readonly SessionSigner[]): PreparedSigner[] {
  if (signers.length === 0 || signers.length > SIGNERS_MAX) throw new SigningSessionError('signer_count');
  const seenNonces = new Set<string>();
  let previousIndex = -1;
  return signers.map((signer) => {
    const { index } = signer;
    if (!Number.isInteger(index) || index <= previousIndex || index > SIGNERS_MAX) throw new SigningSessionError('signer_order', index);
    previousIndex = index;
    const prepared = readSigner(signer);
    for (const nonce of [prepared.D, prepared.E]) {
      const encoded = nonce.toHex(true);
      if (seenNonces.has(encoded)) throw new SigningSessionError('repeated_nonce', index);
      seenNonces.add(encoded);
    }
    return prepared;
  });
}

function readSigner({ index, publicKey, D, E }: SessionSigner): PreparedSigner {
  assertBytes(publicKey, PUBLIC_KEY_BYTES, `signers[${index}].publicKey`);
  assertBytes(D, COMPRESSED_POINT_BYTES, `signers[${index}].D`);
  assertBytes(E, COMPRESSED_POINT_BYTES, `signers[${index}].E`);
  const key = decodePublicKey(publicKey);
  const noncePoints = { D: decodeCompressed(D), E: decodeCompressed(E) };
  if (key === null || noncePoints.D === null || noncePoints.E === null) throw new SigningSessionError('bad_point', index);
  return Object.freeze({ index, publicKey: Point.fromAffine(key), D: noncePoints.D, E: noncePoints.E });
}
