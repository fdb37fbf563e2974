import type { Point } from './secp256k1.js';

/**
 * The operations of secp256k1 that are slow or handle secrets. There are three implementations, held to the same vectors: `portableCurve` on
 * noble, the reference, which runs anywhere; and libsecp256k1 as WebAssembly (`createWasmCurve`) and as an addon of Node
 * (`createNativeCurve`).
 *
 * Secret scalars are 32 bytes, big-endian, in every step of an operation; public scalars are integers 0..n−1. Operations on secrets are
 * constant-time on libsecp256k1. On noble they have no secret-dependent branch, but BigInt does not guarantee constant time.
 */
export interface Curve {
  /**
   * [k]G for a secret k.
   *
   * @returns `null` when k is not within 1..n−1; the time may reveal this, and nothing else about k
   */
  multiplyBase(secret: Uint8Array): Point | null;
  /**
   * addend + factor·secret mod n, where addend and secret are secret.
   *
   * @param input.addend 0..n−1
   * @param input.factor public, 0..n−1
   * @param input.secret 1..n−1
   * @returns 32 bytes
   */
  addProduct(input: { readonly addend: Uint8Array; readonly factor: bigint; readonly secret: Uint8Array }): Uint8Array;
  /**
   * A secret hash mod n. The time may reveal whether it lay outside 1..n−1, which happens once in 2¹²⁸.
   *
   * @param hash 32 bytes
   * @returns 32 bytes
   */
  reduce(hash: Uint8Array): Uint8Array;

  /** A public point in 33 bytes of compressed SEC1, or `null` when the bytes encode none. */
  decodeCompressed(bytes: Uint8Array): Point | null;
  /** Whether {@link decodeCompressed} gives a point: without making one, which costs as much again. */
  isCompressed(bytes: Uint8Array): boolean;
  /** A public point in 64 bytes Px ‖ Py, or `null` when the curve has none with these coordinates. */
  decodePublicKey(bytes: Uint8Array): Point | null;
  /**
   * The sum of public points, with Z = 1: to encode it costs no inversion. Infinity for an empty list.
   *
   * @returns `null` when a term in bytes encodes no point
   */
  sum(terms: readonly CurveTerm[]): Point | null;
  /** [factor]·point, public; infinity for a factor of zero or a point at infinity. */
  multiply(point: Point, factor: bigint): Point;
  /** [s]G − [e]·point, public: the nonce point of a signature, infinity included. `point` is not infinity. */
  baseMinus(input: { readonly s: bigint; readonly e: bigint; readonly point: Point }): Point;
}

/** A public point, or its encoding in 33 or 65 bytes of SEC1. A term in bytes is cheaper to add than to decode and add. */
export type CurveTerm = Point | Uint8Array;

/** The implementation that a function computes with. Default: the portable one. */
export interface CurveDeps {
  readonly curve: Curve;
}
