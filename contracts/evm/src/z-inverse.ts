import { secp256k1 } from '@noble/curves/secp256k1.js';

const { Fp } = secp256k1.Point;
const COORDINATE_BYTES = 32;

/**
 * The hint by which a contract adds public keys without an inversion: 1/Z of its sum in Jacobian coordinates.
 *
 * @param keys each 64 bytes Px ‖ Py on the curve, in ascending order of their indices
 * @returns `null` where a partial sum has the x coordinate of the next key, so that the contract has no sum. Only keys that were chosen
 *   together do that
 */
export function zInverseOf(keys: readonly Uint8Array[]): bigint | null {
  let sum: { X: bigint; Y: bigint; Z: bigint } | undefined;
  for (const key of keys) {
    const x = Fp.fromBytes(key.subarray(0, COORDINATE_BYTES));
    const y = Fp.fromBytes(key.subarray(COORDINATE_BYTES));
    sum = sum === undefined ? { X: x, Y: y, Z: Fp.ONE } : added(sum, { x, y });
  }
  return sum === undefined || Fp.is0(sum.Z) ? null : Fp.inv(sum.Z);
}

/** The addition of Schnorr.sol. */
function added({ X, Y, Z }: { X: bigint; Y: bigint; Z: bigint }, { x, y }: { x: bigint; y: bigint }): { X: bigint; Y: bigint; Z: bigint } {
  const zz = Fp.sqr(Z);
  const h = Fp.sub(Fp.mul(x, zz), X);
  const r = Fp.sub(Fp.mul(y, Fp.mul(Z, zz)), Y);
  const hh = Fp.sqr(h);
  const hhh = Fp.mul(h, hh);
  const v = Fp.mul(X, hh);
  const sumX = Fp.sub(Fp.sub(Fp.sqr(r), hhh), Fp.add(v, v));
  return { X: sumX, Y: Fp.sub(Fp.mul(r, Fp.sub(v, sumX)), Fp.mul(Y, hhh)), Z: Fp.mul(Z, h) };
}
