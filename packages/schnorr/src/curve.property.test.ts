import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hex } from '../tests/bytes.js';
import { curves } from '../tests/curves.js';
import type { Curve, CurveTerm } from './curve.js';
import { encodePublicKey, Point, Scalars, scalarToBytes } from './secp256k1.js';

/** Small here; `SCHNORR_RUNS=100000` for a long run. */
const numRuns = Number(process.env['SCHNORR_RUNS'] ?? 150);
/** A run takes 3 ms at most; the machine may be shared. */
const timeoutMs = 20_000 + numRuns * 10;

const { ORDER } = Scalars;
const edges = [0n, 1n, 2n, ORDER / 2n, ORDER / 2n + 1n, ORDER - 2n, ORDER - 1n];
const scalar = fc.oneof(
  { weight: 4, arbitrary: fc.bigInt({ min: 0n, max: ORDER - 1n }) },
  { weight: 1, arbitrary: fc.constantFrom(...edges) },
);
const nonZero = scalar.filter((value) => value !== 0n);
const word = fc.oneof(
  { weight: 3, arbitrary: fc.uint8Array({ minLength: 32, maxLength: 32 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(...edges, ORDER, ORDER + 1n, 2n ** 256n - 1n).map((value) => hex(value.toString(16).padStart(64, '0'))),
  },
);
const point = nonZero.map((value) => Point.BASE.multiplyUnsafe(value));
const compressed = fc.oneof(
  { weight: 2, arbitrary: fc.tuple(fc.constantFrom(2, 3), word).map(([prefix, x]) => Uint8Array.of(prefix, ...x)) },
  { weight: 1, arbitrary: fc.tuple(point, fc.nat(32), fc.nat(255)).map(mutated) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 70 }) },
);

const uncompressed = fc.oneof(
  { weight: 2, arbitrary: point.map((value) => encodePublicKey(value)) },
  { weight: 1, arbitrary: fc.tuple(word, word).map(([x, y]) => Uint8Array.of(...x, ...y)) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 70 }) },
);
const encodings = fc.tuple(point, fc.boolean()).map(([value, isCompressed]) => value.toBytes(isCompressed));
/** Terms of few different points, so that they repeat and cancel. */
const terms = fc.array(fc.integer({ min: -3, max: 3 }).map(small), { maxLength: 5 });

describe('all forms of the curve', () => {
  it.each([
    ['multiply the base point', fc.tuple(word), (curve: Curve, [secret]: [Uint8Array]) => encoded(curve.multiplyBase(secret))],
    ['reduce a hash', fc.tuple(word), (curve: Curve, [hash]: [Uint8Array]) => curve.reduce(hash)],
    ['tell a point', fc.tuple(compressed), (curve: Curve, [bytes]: [Uint8Array]) => curve.isCompressed(bytes)],
    ['decode a point', fc.tuple(compressed), (curve: Curve, [bytes]: [Uint8Array]) => encoded(curve.decodeCompressed(bytes))],
    ['decode a key', fc.tuple(uncompressed), (curve: Curve, [bytes]: [Uint8Array]) => encoded(curve.decodePublicKey(bytes))],
  ] as const)(
    '%s alike',
    (_what, inputs, operation) => {
      expectAlike(inputs, operation);
    },
    timeoutMs,
  );

  it(
    'add a product alike',
    () => {
      expectAlike(fc.tuple(scalar, scalar, nonZero), (curve, [addend, factor, secret]) =>
        curve.addProduct({ addend: scalarToBytes(addend), factor, secret: scalarToBytes(secret) }),
      );
    },
    timeoutMs,
  );

  it(
    'add points alike, and make every sum affine',
    () => {
      expectAlike(fc.oneof(fc.array(point, { maxLength: 5 }), terms), (curve, points) => affineSum(curve, points));
    },
    timeoutMs,
  );

  it(
    'add points in bytes alike: as the points that they encode, or none where one encodes none',
    () => {
      expectAlike(fc.tuple(terms, fc.array(fc.oneof(encodings, compressed), { maxLength: 3 })), (curve, [points, bytes]) => {
        const decoded = bytes.map((term) => curve.sum([term]));
        const isWhole = decoded.every((term) => term !== null);
        const sum = affineSum(curve, [...points, ...bytes]);
        expect(sum).toEqual(isWhole ? affineSum(curve, [...points, ...decoded]) : 'no point');
        return sum;
      });
    },
    timeoutMs,
  );

  it(
    'multiply a point alike',
    () => {
      expectAlike(fc.tuple(point, scalar), (curve, [base, factor]) => encoded(curve.multiply(base, factor)));
    },
    timeoutMs,
  );

  it(
    'subtract from a multiple of the base point alike',
    () => {
      expectAlike(fc.tuple(scalar, scalar, nonZero, fc.boolean()), (curve, [s, e, secret, cancels]) =>
        encoded(curve.baseMinus({ s: cancels ? Scalars.mul(e, secret) : s, e, point: Point.BASE.multiplyUnsafe(secret) })),
      );
    },
    timeoutMs,
  );
});

function expectAlike<T>(inputs: fc.Arbitrary<T>, operation: (curve: Curve, input: T) => unknown): void {
  fc.assert(
    fc.property(inputs, (input) => {
      const [first, ...others] = curves.map(([, curve]) => operation(curve, input));
      for (const other of others) expect(other).toEqual(first);
    }),
    { numRuns },
  );
}

function affineSum(curve: Curve, terms: readonly CurveTerm[]): Uint8Array | null | 'no point' {
  const sum = curve.sum(terms);
  if (sum === null) return 'no point';
  expect(sum.is0() || sum.Z === 1n).toBe(true);
  return encoded(sum);
}

function encoded(result: Point | null): Uint8Array | null {
  return result === null || result.is0() ? null : encodePublicKey(result);
}

function small(factor: number): Point {
  if (factor === 0) return Point.ZERO;
  const value = Point.BASE.multiplyUnsafe(BigInt(Math.abs(factor)));
  return factor < 0 ? value.negate() : value;
}

/** A compressed point with one byte replaced. */
function mutated([of, position, byte]: [Point, number, number]): Uint8Array {
  const bytes = of.toBytes(true);
  bytes[position] = byte;
  return bytes;
}
