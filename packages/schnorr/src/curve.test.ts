import { describe, expect, it } from 'vitest';
import { filled } from '../tests/bytes.js';
import { decodeCompressed, decodePublicKey, encodePublicKey, isNonZeroScalar, parityOf, Point, Scalars } from './curve.js';

describe('decodePublicKey', () => {
  it('reads what encodePublicKey wrote', () => {
    for (let scalar = 1n; scalar < 20n; scalar += 1n) {
      const point = Point.BASE.multiply(scalar).toAffine();
      expect(decodePublicKey(encodePublicKey(point))).toEqual(point);
    }
  });

  it.each([
    ['zero bytes, which some libraries read as infinity', filled(64, 0)],
    ['coordinates of no point', filled(64, 1)],
    ['coordinates beyond the field', filled(64, 0xff)],
  ])('answers null for %s', (_what, bytes) => {
    expect(decodePublicKey(bytes)).toBeNull();
  });
});

describe('decodeCompressed', () => {
  it('reads a compressed point', () => {
    expect(decodeCompressed(Point.BASE.toBytes(true))?.equals(Point.BASE)).toBe(true);
  });

  it.each([
    ['another prefix', Uint8Array.of(4, ...filled(32, 1))],
    ['zero bytes', filled(33, 0)],
    ['an abscissa beyond the field', Uint8Array.of(2, ...filled(32, 0xff))],
    ['an abscissa of no point', Uint8Array.of(2, ...filled(31, 0), 5)],
  ])('answers null for %s', (_what, bytes) => {
    expect(decodeCompressed(bytes)).toBeNull();
  });
});

describe('isNonZeroScalar', () => {
  it('holds from 1 to n − 1', () => {
    expect([0n, 1n, Scalars.ORDER - 1n, Scalars.ORDER].map(isNonZeroScalar)).toEqual([false, true, true, false]);
  });
});

describe('parityOf', () => {
  it('is the lowest bit', () => {
    expect([0n, 1n, 2n, 2n ** 255n + 1n].map(parityOf)).toEqual([0, 1, 0, 1]);
  });
});
