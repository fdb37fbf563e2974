import { signersBitmap } from '@oracle-gateway/protocol';
import { describe, expect, it } from 'vitest';
import { filled } from '../tests/bytes.js';
import { AggregateKeyError, aggregatePublicKeys } from './aggregate.js';
import { createAggregateKeyCache } from './aggregate-key-cache.js';
import { type RegistryKeys, UnknownSignerError } from './registry-keys.js';
import { encodePublicKey, Point } from './secp256k1.js';

function key(scalar: bigint): Uint8Array {
  return encodePublicKey(Point.BASE.multiply(scalar));
}

/** A registry that counts how often its keys are read, which is how often a sum is really made. */
function observedRegistry(version: bigint, keys: (Uint8Array | null)[]): { registry: RegistryKeys; reads: () => number } {
  let reads = 0;
  const registry: RegistryKeys = {
    version,
    minSigners: 1,
    get keys() {
      reads += 1;
      return keys;
    },
  };
  return { registry, reads: () => reads };
}

describe('createAggregateKeyCache', () => {
  it('gives the plain sum of the keys that the bitmap names', () => {
    const cache = createAggregateKeyCache({ maxEntries: 4 });
    const registry = { version: 1n, minSigners: 1, keys: [key(1n), key(2n), null, key(4n)] };
    expect(cache.get(registry, signersBitmap([0, 3]))).toEqual(aggregatePublicKeys([key(1n), key(4n)]));
    expect(cache.get(registry, signersBitmap([1]))).toEqual(key(2n));
  });

  it('makes each sum once', () => {
    const cache = createAggregateKeyCache({ maxEntries: 4 });
    const { registry, reads } = observedRegistry(1n, [key(1n), key(2n)]);
    const first = cache.get(registry, signersBitmap([0, 1]));
    const readsOfOneSum = reads();
    expect(readsOfOneSum).toBeGreaterThan(0);
    expect(cache.get(registry, signersBitmap([0, 1]))).toEqual(first);
    expect(reads()).toBe(readsOfOneSum);
  });

  it('never answers for another registry of the same version', () => {
    const cache = createAggregateKeyCache({ maxEntries: 4 });
    const bitmap = signersBitmap([0]);
    const real = { version: 7n, minSigners: 1, keys: [key(1n)] };
    const forged = { version: 7n, minSigners: 1, keys: [key(9n)] };
    expect(cache.get(forged, bitmap)).toEqual(key(9n));
    expect(cache.get(real, bitmap)).toEqual(key(1n));
    expect(cache.get(forged, bitmap)).toEqual(key(9n));
  });

  it('holds at most maxEntries sums and lets the least recently used go', () => {
    const cache = createAggregateKeyCache({ maxEntries: 2 });
    const { registry, reads } = observedRegistry(1n, [key(1n), key(2n), key(3n)]);
    const isCached = (index: number): boolean => {
      const before = reads();
      cache.get(registry, signersBitmap([index]));
      return reads() === before;
    };
    expect([0, 1].map(isCached)).toEqual([false, false]);
    expect(isCached(0)).toBe(true); // 1 is now the older one
    expect(isCached(2)).toBe(false); // and makes room
    expect(isCached(0)).toBe(true);
    expect(isCached(1)).toBe(false);
  });

  it('does not let a caller change what the next one gets', () => {
    const cache = createAggregateKeyCache({ maxEntries: 2 });
    const registry = { version: 1n, minSigners: 1, keys: [key(1n)] };
    cache.get(registry, signersBitmap([0])).fill(0);
    cache.get(registry, signersBitmap([0])).fill(0);
    expect(cache.get(registry, signersBitmap([0]))).toEqual(key(1n));
  });

  it('throws for a set without a sum, every time', () => {
    const cache = createAggregateKeyCache({ maxEntries: 2 });
    const registry = { version: 1n, minSigners: 1, keys: [key(1n), null] };
    for (let time = 0; time < 2; time += 1) {
      expect(() => cache.get(registry, signersBitmap([1]))).toThrow(new UnknownSignerError(1));
      expect(() => cache.get(registry, filled(32, 0))).toThrow(new AggregateKeyError('no_keys'));
    }
  });

  it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('refuses a bound of %s', (maxEntries) => {
    expect(() => createAggregateKeyCache({ maxEntries })).toThrow(RangeError);
  });

  it('throws a TypeError for a bitmap of another width', () => {
    const cache = createAggregateKeyCache({ maxEntries: 1 });
    expect(() => cache.get({ version: 1n, minSigners: 1, keys: [key(1n)] }, filled(31, 0))).toThrow(/^bitmap: expected 32 bytes/);
  });
});
