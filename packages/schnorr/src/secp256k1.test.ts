import { describe, expect, it } from 'vitest';
import { filled } from '../tests/bytes.js';
import { decodePublicKey, encodePublicKey, isNonZeroScalar, parityOf, Point, Scalars } from './secp256k1.js';

describe('decodePublicKey', () => {
  it('reads what encodePublicKey wrote', () => {
    for (let scalar = 1n; scalar < 20n; scalar += 1n) {
      const point = Point.BASE.multiply(scalar);
      expect(decodePublicKey(encodePublicKey(point))?.equals(point)).toBe(true);
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

describe('encodePublicKey', () => {
  it('is the uncompressed form without its prefix, for any Z', () => {
    const doubled = Point.BASE.double();
    expect(doubled.Z).not.toBe(1n);
    expect(encodePublicKey(doubled)).toEqual(doubled.toBytes(false).slice(1));
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
