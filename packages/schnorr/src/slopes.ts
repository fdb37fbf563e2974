import { schnorr as bip340 } from '@noble/curves/secp256k1.js';
import { numberToBytesBE } from '@noble/curves/utils.js';
import { AggregateKeyError } from './aggregate.js';
import { assertBytes } from './bytes.js';
import { decodePublicKey, PUBLIC_KEY_BYTES } from './secp256k1.js';

const SLOPE_BYTES = 32;
/** Arithmetic of coordinates. */
const { Fp } = bip340.Point;

/**
 * The slope of each addition in the sum of public keys, in their order: λ = (y2 − y1) / (x2 − x1) mod p. With the slopes, a verifier such as
 * the Solana program checks an addition by a few multiplications instead of an inversion.
 *
 * @param keys each 64 bytes Px ‖ Py
 * @returns one fewer than keys, 32 bytes BE each; `null` where a partial sum has the x coordinate of the next key, so that the addition has no
 *   slope. Only keys that were chosen together do that; their sum may exist nevertheless
 * @throws AggregateKeyError when the list is empty or a key is off the curve
 * @throws TypeError when a key is not 64 bytes
 */
export function slopesOf(keys: readonly Uint8Array[]): Uint8Array[] | null {
  const [first, ...others] = keys.map((key, position) => {
    assertBytes(key, PUBLIC_KEY_BYTES, `keys[${position}]`);
    const point = decodePublicKey(key);
    if (point === null) throw new AggregateKeyError('off_curve', position);
    return point.toAffine();
  });
  if (first === undefined) throw new AggregateKeyError('no_keys');
  const slopes: Uint8Array[] = [];
  let { x, y } = first;
  for (const key of others) {
    const dx = Fp.sub(key.x, x);
    if (Fp.is0(dx)) return null;
    const slope = Fp.div(Fp.sub(key.y, y), dx);
    slopes.push(numberToBytesBE(slope, SLOPE_BYTES));
    const sumX = Fp.sub(Fp.sub(Fp.sqr(slope), x), key.x);
    y = Fp.sub(Fp.mul(slope, Fp.sub(x, sumX)), y);
    x = sumX;
  }
  return slopes;
}
