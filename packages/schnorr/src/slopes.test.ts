import { schnorr as bip340 } from '@noble/curves/secp256k1.js';
import { describe, expect, it } from 'vitest';
import { filled } from '../tests/bytes.js';
import { AggregateKeyError } from './aggregate.js';
import { encodePublicKey, Point } from './secp256k1.js';
import { slopesOf } from './slopes.js';

function key(scalar: bigint): Uint8Array {
  return encodePublicKey(Point.BASE.multiply(scalar));
}
const { Fp } = bip340.Point;

describe('slopesOf', () => {
  it('gives none for one key', () => {
    expect(slopesOf([key(5n)])).toEqual([]);
  });

  it('gives the slopes that lead, addition by addition, to the sum', () => {
    const scalars = [7n, 11n, 2n, 1_000_003n];
    const slopes = slopesOf(scalars.map(key));
    expect(slopes).toHaveLength(3);
    slopes!.forEach((slope, index) => {
      const a = Point.BASE.multiply(scalars.slice(0, index + 1).reduce((sum, scalar) => sum + scalar)).toAffine();
      const b = Point.BASE.multiply(scalars[index + 1]!).toAffine();
      expect(Fp.mul(Fp.fromBytes(slope), Fp.sub(b.x, a.x))).toBe(Fp.sub(b.y, a.y));
    });
  });

  it('gives none where the running sum equals the next key or its negative', () => {
    const negated = encodePublicKey(Point.BASE.multiply(5n).negate());
    expect(slopesOf([key(2n), key(3n), key(5n), key(7n)])).toBeNull();
    expect(slopesOf([key(2n), key(3n), negated, key(7n)])).toBeNull();
    expect(slopesOf([key(3n), key(3n)])).toBeNull();
  });

  it('refuses what the sum refuses: no keys, a key off the curve, a key of another width', () => {
    expect(() => slopesOf([])).toThrow(new AggregateKeyError('no_keys'));
    expect(() => slopesOf([key(1n), filled(64, 7)])).toThrow(new AggregateKeyError('off_curve', 1));
    expect(() => slopesOf([filled(33, 2)])).toThrow(/^keys\[0\]: expected 64 bytes, got 33$/);
  });
});
