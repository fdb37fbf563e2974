import { bytesToNumberBE } from '@noble/curves/utils.js';
import { assertBytes, isAllZero } from './bytes.js';
import { challenge } from './challenge.js';
import { COMMITMENT_BYTES } from './commitment.js';
import { decodePublicKey, isNonZeroScalar, MESSAGE_BYTES, type Point, PUBLIC_KEY_BYTES, SCALAR_BYTES } from './secp256k1.js';

/** One signature and what it is checked against: a single key and its signature, or an aggregate key and the aggregate (docs/protocol.md#aggregate-signature). */
export interface SignatureInput {
  /** 64 bytes Px ‖ Py, big-endian. */
  readonly publicKey: Uint8Array;
  /** 32 bytes. */
  readonly message: Uint8Array;
  /** 32 bytes, big-endian. */
  readonly s: Uint8Array;
  /** 20 bytes. */
  readonly commitment: Uint8Array;
}

/** `false` for anything that does not verify. @throws TypeError naming the argument of a wrong type or width */
export type VerifySignature = (input: SignatureInput) => boolean;

/** The numbers of a signature that passed every check but the curve equation itself. */
export interface SignatureEquation {
  readonly publicKey: Point;
  readonly e: bigint;
  readonly s: bigint;
}

/**
 * The refusals of docs/protocol.md#aggregate-signature that need no curve arithmetic, in one place for every backend.
 *
 * @returns `null` for a signature that must be refused
 * @throws TypeError naming the argument of a wrong type or width
 */
export function readSignature(input: SignatureInput): SignatureEquation | null {
  assertBytes(input.publicKey, PUBLIC_KEY_BYTES, 'publicKey');
  assertBytes(input.message, MESSAGE_BYTES, 'message');
  assertBytes(input.s, SCALAR_BYTES, 's');
  assertBytes(input.commitment, COMMITMENT_BYTES, 'commitment');

  // Fail if P is off the curve (infinity has no affine form), or if Px ≥ n: ECDSA recovery takes Px for its `r`.
  const publicKey = decodePublicKey(input.publicKey);
  if (publicKey === null || !isNonZeroScalar(publicKey.x)) return null;
  // Fail if s = 0 or s ≥ n.
  const s = bytesToNumberBE(input.s);
  if (!isNonZeroScalar(s)) return null;
  // Fail if commitment = 0: failing recoveries answer the zero address on some ledgers.
  if (isAllZero(input.commitment)) return null;
  // Fail if e = 0: the key would not enter the equation.
  const e = challenge(input);
  if (!isNonZeroScalar(e)) return null;
  return { publicKey, e, s };
}
