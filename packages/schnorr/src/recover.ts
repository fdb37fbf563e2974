import { concatBytes } from '@noble/curves/utils.js';
import { equalBytes } from '@oracle-gateway/protocol/internal';
import { commitmentAddress } from './commitment.js';
import { parityOf, Scalars, scalarToBytes } from './secp256k1.js';
import { readSignature, type SignatureEquation, type VerifySignature } from './signature.js';

/**
 * ECDSA public-key recovery on secp256k1, as libraries, precompiles and syscalls offer it.
 *
 * @param hash 32 bytes, not hashed again
 * @param signature 64 bytes r ‖ s, always with low s
 * @returns 64 bytes Qx ‖ Qy, or `null` when nothing can be recovered
 */
export type RecoverBackend = (hash: Uint8Array, recoveryId: 0 | 1, signature: Uint8Array) => Uint8Array | null;

const HALF_ORDER = Scalars.ORDER / 2n;

/** The same verdicts as `verifySignature`, with the curve arithmetic done by a recovery (docs/protocol.md#aggregate-signature). */
export function createVerify(recover: RecoverBackend): VerifySignature {
  return (input) => {
    const equation = readSignature(input);
    if (equation === null) return false;
    const noncePoint = recoverNoncePoint(equation, recover);
    return noncePoint !== null && equalBytes(commitmentAddress(noncePoint), input.commitment);
  };
}

/**
 * [s]G − [e]P in 64 bytes, `null` at infinity.
 *
 * Recovery computes Q = r⁻¹(s'·X − h·G), where X is the point with abscissa r and the parity given. With X = P, r = Px,
 * h = −s·Px and s' = −e·Px this is Q = [s]G − [e]P.
 *
 * @param equation with 0 < Px < n and e ≠ 0, which recovery needs for its r and s'
 */
export function recoverNoncePoint({ publicKey, e, s }: SignatureEquation, recover: RecoverBackend): Uint8Array | null {
  const { x, y } = publicKey.toAffine();
  const hash = Scalars.neg(Scalars.mul(s, x));
  const high = Scalars.neg(Scalars.mul(e, x));
  // (−s')·(−X) = s'·X: negating both keeps Q, so a backend that insists on low s changes nothing.
  const isHigh = high > HALF_ORDER;
  const parity = parityOf(y);
  const recoveryId = isHigh ? flip(parity) : parity;
  return recover(scalarToBytes(hash), recoveryId, concatBytes(scalarToBytes(x), scalarToBytes(isHigh ? Scalars.neg(high) : high)));
}

function flip(parity: 0 | 1): 0 | 1 {
  return parity === 0 ? 1 : 0;
}
