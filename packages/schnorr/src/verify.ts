import { equalBytes } from '@oracle-gateway/protocol/internal';
import { commitmentAddress } from './commitment.js';
import type { Curve } from './curve.js';
import { portableCurve } from './curve-noble.js';
import { encodePublicKey } from './secp256k1.js';
import { readSignature, type SignatureInput, type VerifySignature } from './signature.js';

const verifyPortably = createCurveVerify(portableCurve);

/**
 * Verifies address([s]G − [e]P) == commitment (docs/protocol.md#aggregate-signature), synchronously and without dependencies beyond noble. Variable time, which is
 * right for public data only.
 *
 * @returns `false` for anything that does not verify
 * @throws TypeError naming the argument of a wrong type or width
 * @example
 * verifySignature({ publicKey: aggregateKey, message, s, commitment });
 */
export function verifySignature(input: SignatureInput): boolean {
  return verifyPortably(input);
}

/** The same verdicts, computed on a given form of the curve. */
export function createCurveVerify(curve: Curve): VerifySignature {
  return (input) => {
    const equation = readSignature(input);
    if (equation === null) return false;
    const noncePoint = curve.baseMinus({ s: equation.s, e: equation.e, point: equation.publicKey });
    return !noncePoint.is0() && equalBytes(commitmentAddress(encodePublicKey(noncePoint)), input.commitment);
  };
}
