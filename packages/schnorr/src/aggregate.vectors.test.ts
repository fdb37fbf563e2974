import { describe, expect, it } from 'vitest';
import own from '@oracle-gateway/vectors/schnorr-aggregate.json' with { type: 'json' };
import additions from '@oracle-gateway/vectors/secp256k1-point-add.json' with { type: 'json' };
import scribe from '@oracle-gateway/vectors/scribe-schnorr.json' with { type: 'json' };
import { hex } from '../tests/bytes.js';
import { AggregateKeyError, aggregatePublicKeys } from './aggregate.js';
import { encodePublicKey, Point } from './secp256k1.js';

function sumOrNull(keys: Uint8Array[]): Uint8Array | null {
  try {
    return aggregatePublicKeys(keys);
  } catch (error) {
    if (error instanceof AggregateKeyError && error.reason === 'infinity') return null;
    throw error;
  }
}

function uncompressed(compressed: string): Uint8Array {
  return encodePublicKey(Point.fromHex(compressed));
}

describe('aggregatePublicKeys', () => {
  it.each(own.sums)('agrees with textbook addition: $name', ({ keys, sum }) => {
    expect(sumOrNull(keys.map(hex))).toEqual(sum === null ? null : hex(sum));
  });

  it.each(own.offCurve)('refuses a key off the curve: $name', ({ key }) => {
    expect(() => aggregatePublicKeys([hex(key)])).toThrow(new AggregateKeyError('off_curve', 0));
  });

  it.each(scribe.positive)("agrees with Chronicle's contract: $name", ({ pubKeys, aggPubKey }) => {
    expect(aggregatePublicKeys(pubKeys.map(({ x, y }) => hex(x + y)))).toEqual(hex(aggPubKey.x + aggPubKey.y));
  });

  it.each(additions.vectors)('adds $P and $Q', ({ P, Q, expected }) => {
    expect(sumOrNull([uncompressed(P), uncompressed(Q)])).toEqual(expected === null ? null : uncompressed(expected));
  });
});
