import { equalBytes } from '@oracle-gateway/protocol';
import { commitmentAddress } from './commitment.js';
import { encodePublicKey, Point, Scalars } from './curve.js';
import { readSignature, type SignatureEquation, type VerifySignature } from './signature.js';

/**
 * Verifies address([s]G − [e]P) == commitment (protocol §4), synchronously and without dependencies beyond noble.
 *
 * One joint double-scalar multiplication; variable time, which is right for public data only.
 */
export const verifySignature: VerifySignature = (input) => {
  const equation = readSignature(input);
  if (equation === null) return false;
  const noncePoint = noncePointOf(equation);
  if (noncePoint === null) return false;
  return equalBytes(commitmentAddress(noncePoint), input.commitment);
};

/** [s]G − [e]P in 64 bytes, `null` at infinity. */
export function noncePointOf({ publicKey, e, s }: SignatureEquation): Uint8Array | null {
  const point = Point.BASE.mulAddUnsafe(s, Point.fromAffine(publicKey), Scalars.neg(e));
  return point.is0() ? null : encodePublicKey(point.toAffine());
}
