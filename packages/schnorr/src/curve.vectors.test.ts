import { describe, expect, it } from 'vitest';
import vectors from '@oracle-gateway/vectors/secp256k1-curve.json' with { type: 'json' };
import { hex } from '../tests/bytes.js';
import { curves } from '../tests/curves.js';
import { decodePublicKey, encodePublicKey, Point } from './secp256k1.js';

describe.each(curves)('the curve on %s', (_form, curve) => {
  it.each(vectors.multiplyBase)('multiplies the base point: $name', ({ secret, point }) => {
    expect(encoded(curve.multiplyBase(hex(secret)))).toEqual(bytesOrNull(point));
  });

  it.each(vectors.reduce)('reduces a hash: $name', ({ hash, scalar }) => {
    expect(curve.reduce(hex(hash))).toEqual(hex(scalar));
  });

  it.each(vectors.addProduct)('adds a product: $name', ({ addend, factor, secret, sum }) => {
    expect(curve.addProduct({ addend: hex(addend), factor: BigInt(factor), secret: hex(secret) })).toEqual(hex(sum));
  });

  it.each(vectors.decodeCompressed)('decodes a point: $name', ({ bytes, point }) => {
    expect(encoded(curve.decodeCompressed(hex(bytes)))).toEqual(bytesOrNull(point));
    expect(curve.isCompressed(hex(bytes))).toBe(point !== null);
  });

  it.each(vectors.multiply)('multiplies a point: $name', ({ point, factor, product }) => {
    expect(encoded(curve.multiply(pointOf(point), BigInt(factor)))).toEqual(bytesOrNull(product));
  });

  it.each(vectors.baseMinus)('subtracts from a multiple of the base point: $name', ({ s, e, point, difference }) => {
    expect(encoded(curve.baseMinus({ s: BigInt(s), e: BigInt(e), point: pointOf(point) }))).toEqual(bytesOrNull(difference));
  });

  it('multiplies infinity', () => {
    expect(curve.multiply(Point.ZERO, 5n).is0()).toBe(true);
  });

  it.each([6, 7])('adds no point in the hybrid form of prefix %s', (prefix) => {
    expect(curve.sum([Uint8Array.of(prefix, ...encodePublicKey(Point.BASE))])).toBeNull();
    expect(curve.sum([Point.BASE, Uint8Array.of(prefix, ...encodePublicKey(Point.BASE))])).toBeNull();
  });

  it('takes a point with any Z', () => {
    const doubled = Point.BASE.double();
    expect(doubled.Z).not.toBe(1n);
    expect(curve.multiply(doubled, 3n).equals(Point.BASE.multiply(6n))).toBe(true);
    expect(curve.baseMinus({ s: 9n, e: 2n, point: doubled }).equals(Point.BASE.multiply(5n))).toBe(true);
  });
});

function encoded(point: Point | null): Uint8Array | null {
  return point === null || point.is0() ? null : encodePublicKey(point);
}

function bytesOrNull(text: string | null): Uint8Array | null {
  return text === null ? null : hex(text);
}

function pointOf(text: string): Point {
  const point = decodePublicKey(hex(text));
  if (point === null) throw new Error('the vectors hold points only');
  return point;
}
