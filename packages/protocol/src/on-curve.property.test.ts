import { ed25519 } from '@noble/curves/ed25519.js';
import { numberToBytesLE } from '@noble/curves/utils.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isOnCurve } from './on-curve.js';

const { p: PRIME, d: D } = ed25519.Point.CURVE();
const { Fp } = ed25519.Point;
const SIGN_BIT = 1n << 255n;
const RUNS = 1_000;

/** A decoder that takes what is not canonical, as the ledger's does. */
function decodes(bytes: Uint8Array): boolean {
  try {
    ed25519.Point.fromBytes(bytes, true);
    return true;
  } catch {
    return false;
  }
}

/** Encodings of `y` with either sign. */
function encodings(y: bigint): Uint8Array[] {
  return [y, y | SIGN_BIT].map((encoded) => numberToBytesLE(encoded, 32));
}

describe('isOnCurve', () => {
  it.each([
    ['the base point', ed25519.Point.BASE.toAffine().y, true],
    ['y = 1, the neutral point', 1n, true],
    ['y = 2, which no point has', 2n, false],
    ['y = p + 1, which is not canonical but decoded all the same', PRIME + 1n, true],
    ['y = p + 2', PRIME + 2n, false],
  ])('%s', (_, y, expected) => {
    expect(encodings(y).map(isOnCurve)).toEqual([expected, expected]);
  });

  it('is what a decoder says of the smallest and largest numbers, and of numbers that are not canonical', () => {
    const near = [0n, PRIME - 40n, SIGN_BIT - 40n].flatMap((from) => Array.from({ length: 40 }, (_, step) => from + BigInt(step)));
    for (const bytes of near.flatMap(encodings)) expect([bytes, isOnCurve(bytes)]).toEqual([bytes, decodes(bytes)]);
  });

  it('is what a decoder says of any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => isOnCurve(bytes) === decodes(bytes)),
      { numRuns: RUNS },
    );
  });

  it('holds for the y of every x that has one, and where a symbol takes its longest ways: sums and products of powers of two', () => {
    const power = fc.nat(254).map((exponent) => 1n << BigInt(exponent));
    fc.assert(
      fc.property(power, power, power, (a, b, c) => {
        const x2 = Fp.sqr(Fp.create(a * b + c));
        const y2 = Fp.div(Fp.add(x2, 1n), Fp.sub(1n, Fp.mul(D, x2)));
        for (const y of [a + b + c, a * b - c].map((number) => Fp.create(number))) {
          const [bytes] = encodings(y);
          if (bytes !== undefined) expect(isOnCurve(bytes)).toBe(decodes(bytes));
        }
        const root = rootOf(y2);
        if (root !== null) expect(encodings(root).map(isOnCurve)).toEqual([true, true]);
      }),
      { numRuns: RUNS / 10 },
    );
  });
});

function rootOf(square: bigint): bigint | null {
  try {
    return Fp.sqrt(square);
  } catch {
    return null;
  }
}
