import { describe, expect, it } from 'vitest';
import { filled } from '../tests/bytes.js';
import {
  compressed,
  decodePublicKey,
  encodePublicKey,
  isNonZeroScalar,
  isSec1,
  parityOf,
  Point,
  Scalars,
  uncompressed,
} from './secp256k1.js';

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

describe('uncompressed and compressed', () => {
  it('are the two forms of SEC1, for a y of either parity', () => {
    for (let scalar = 1n; scalar < 20n; scalar += 1n) {
      const point = Point.BASE.multiply(scalar);
      expect(uncompressed(encodePublicKey(point))).toEqual(point.toBytes(false));
      expect(compressed(encodePublicKey(point))).toEqual(point.toBytes(true));
    }
  });
});

describe('isSec1', () => {
  it('takes 33 bytes, and 65 with the prefix of the uncompressed form alone', () => {
    const hybrid = Uint8Array.of(6, ...encodePublicKey(Point.BASE));
    const forms = [Point.BASE.toBytes(true), Point.BASE.toBytes(false), hybrid, encodePublicKey(Point.BASE), filled(0, 0)];
    expect(forms.map(isSec1)).toEqual([true, true, false, false, false]);
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
