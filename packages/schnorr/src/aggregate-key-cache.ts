import { bytesToHex } from '@noble/hashes/utils.js';
import { BoundedMap, signersOf } from '@oracle-gateway/protocol';
import { aggregatePublicKeys } from './aggregate.js';
import { assertBytes } from './bytes.js';
import type { CurveDeps } from './curve.js';
import { PORTABLE } from './curve-noble.js';
import { keysOf, type RegistryKeys } from './registry-keys.js';

const BITMAP_BYTES = 32;

export interface AggregateKeyCache {
  /**
   * The plain sum of the keys in `bitmap`, cached.
   *
   * @param bitmap 32 bytes, big-endian (interface §2.5)
   * @throws AggregateKeyError, UnknownSignerError when there is no usable sum; failures are not remembered
   */
  get(registry: RegistryKeys, bitmap: Uint8Array): Uint8Array;
}

/** Lists of keys that are told apart: the current version, those before it, and what a forger shows. */
const MAX_KEY_LISTS = 16;

/**
 * A bounded cache of aggregate keys that drops the least recently used first.
 *
 * Entries belong to the *keys* of a registry, all of them, and not to its version number: two clusters, two programs or a forged account may
 * have different keys under one number. Two reads of one account give two objects with the same keys, and the same sums.
 *
 * @throws RangeError when `maxEntries` is not a positive integer
 */
export function createAggregateKeyCache({ maxEntries }: { maxEntries: number }, deps: CurveDeps = PORTABLE): AggregateKeyCache {
  const registryIds = new WeakMap<RegistryKeys, number>();
  const listIds = new BoundedMap<string, number>(MAX_KEY_LISTS);
  let nextId = 0;
  const sums = new BoundedMap<string, Uint8Array>(maxEntries);

  const idOf = (registry: RegistryKeys): number => {
    const known = registryIds.get(registry);
    if (known !== undefined) return known;
    const id = listIds.getOrCreate(textOf(registry), () => nextId++);
    registryIds.set(registry, id);
    return id;
  };

  return {
    get(registry, bitmap) {
      assertBytes(bitmap, BITMAP_BYTES, 'bitmap');
      const entry = `${idOf(registry)}:${bytesToHex(bitmap)}`;
      const sum = sums.getOrCreate(entry, () => aggregatePublicKeys(keysOf(registry, signersOf(bitmap)), deps));
      // A copy: a caller that writes into its key must not change the next caller's.
      return sum.slice();
    },
  };
}

/** The keys in their places. */
function textOf({ keys }: RegistryKeys): string {
  return keys.map((key) => (key === null ? 'removed' : bytesToHex(key))).join();
}
