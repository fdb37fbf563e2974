import { describe, expect, it } from 'vitest';
import { filled } from '../tests/bytes.js';
import { AggregateKeyError, aggregatePublicKeys } from './aggregate.js';
import { encodePublicKey, Point } from './secp256k1.js';

function key(scalar: bigint): Uint8Array {
  return encodePublicKey(Point.BASE.multiply(scalar));
}

describe('aggregatePublicKeys', () => {
  it('doubles a repeated key instead of failing in the addition formula', () => {
    expect(aggregatePublicKeys([key(3n), key(3n)])).toEqual(key(6n));
  });

  it('is the key itself for one key, in a copy', () => {
    const only = key(5n);
    const sum = aggregatePublicKeys([only]);
    sum.fill(0);
    expect(only).toEqual(key(5n));
  });

  it('refuses an empty list', () => {
    expect(() => aggregatePublicKeys([])).toThrow(new AggregateKeyError('no_keys'));
  });

  it('names the place of a key off the curve', () => {
    expect(() => aggregatePublicKeys([key(1n), filled(64, 7)])).toThrow(new AggregateKeyError('off_curve', 1));
  });

  it('refuses keys that cancel', () => {
    const negated = encodePublicKey(Point.BASE.negate());
    expect(() => aggregatePublicKeys([key(1n), negated])).toThrow(new AggregateKeyError('infinity'));
  });

  it('throws a TypeError for a compressed key', () => {
    expect(() => aggregatePublicKeys([filled(33, 2)])).toThrow(/^keys\[0\]: expected 64 bytes, got 33$/);
  });
});
