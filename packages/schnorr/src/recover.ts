import { equalBytes } from '@oracle-gateway/protocol';
import { commitmentAddress } from './commitment.js';
import { parityOf, Scalars, scalarToBytes } from './curve.js';
import { readSignature, type VerifySignature } from './signature.js';

/**
 * ECDSA public-key recovery on secp256k1, as libraries, precompiles and syscalls offer it.
 *
 * @param hash 32 bytes, not hashed again
 * @param signature 64 bytes r ‖ s, always with low s
 * @returns 64 bytes Qx ‖ Qy, or `null` when nothing can be recovered
 */
export type RecoverBackend = (hash: Uint8Array, recoveryId: 0 | 1, signature: Uint8Array) => Uint8Array | null;

const HALF_ORDER = Scalars.ORDER / 2n;

/**
 * The same verdicts as `verifySignature`, with the curve arithmetic done by a recovery (protocol §4).
 *
 * Recovery computes Q = r⁻¹(s'·X − h·G), where X is the point with abscissa r and the parity given. With X = P, r = Px,
 * h = −s·Px and s' = −e·Px this is Q = [s]G − [e]P, the nonce point.
 */
export function createVerify(recover: RecoverBackend): VerifySignature {
  return (input) => {
    const equation = readSignature(input);
    if (equation === null) return false;
    const { publicKey, e, s } = equation;

    const hash = Scalars.neg(Scalars.mul(s, publicKey.x));
    const high = Scalars.neg(Scalars.mul(e, publicKey.x));
    // (−s')·(−X) = s'·X: negating both keeps Q, so a backend that insists on low s changes nothing.
    const isHigh = high > HALF_ORDER;
    const parity = parityOf(publicKey.y);
    const recoveryId = isHigh ? flip(parity) : parity;

    const signature = new Uint8Array(64);
    signature.set(scalarToBytes(publicKey.x), 0);
    signature.set(scalarToBytes(isHigh ? Scalars.neg(high) : high), 32);
    const noncePoint = recover(scalarToBytes(hash), recoveryId, signature);
    return noncePoint !== null && equalBytes(commitmentAddress(noncePoint), input.commitment);
  };
}

function flip(parity: 0 | 1): 0 | 1 {
  return parity === 0 ? 1 : 0;
}
