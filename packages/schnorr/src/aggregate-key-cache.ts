import { bytesToHex } from '@noble/hashes/utils.js';
import { signersOf } from '@oracle-gateway/protocol';
import { BoundedMap } from '@oracle-gateway/protocol/internal';
import { aggregatePublicKeys } from './aggregate.js';
import { assertBytes } from './bytes.js';
import { keysOf, type RegistryKeys } from './registry-keys.js';

const BITMAP_BYTES = 32;

/** Remembers sums of keys, each for one registry object. */
export interface AggregateKeyCache {
  /**
   * The plain sum of the keys in `bitmap`, cached.
   *
   * @param bitmap 32 bytes, big-endian (docs/protocol.md#signers-bitmap)
   * @throws AggregateKeyError, UnknownSignerError when there is no usable sum; failures are not remembered
   */
  get(registry: RegistryKeys, bitmap: Uint8Array): Uint8Array;
}

/**
 * A bounded cache of aggregate keys that drops the least recently used first.
 *
 * Entries belong to a registry *object*, not to a version number: two clusters, two programs or a forged account may have different keys under
 * one number. Two reads of one account give two objects, which costs one more sum.
 *
 * @throws RangeError when `maxEntries` is not a positive integer
 */
export function createAggregateKeyCache({ maxEntries }: { maxEntries: number }): AggregateKeyCache {
  const registryIds = new WeakMap<RegistryKeys, number>();
  let nextRegistryId = 0;
  const sums = new BoundedMap<string, Uint8Array>(maxEntries);

  const idOf = (registry: RegistryKeys): number => {
    let id = registryIds.get(registry);
    if (id === undefined) {
      id = nextRegistryId++;
      registryIds.set(registry, id);
    }
    return id;
  };

  return {
    get(registry, bitmap) {
      assertBytes(bitmap, BITMAP_BYTES, 'bitmap');
      const entry = `${idOf(registry)}:${bytesToHex(bitmap)}`;
      const sum = sums.getOrCreate(entry, () => aggregatePublicKeys(keysOf(registry, signersOf(bitmap))));
      // A copy: a caller that writes into its key must not change the next caller's.
      return sum.slice();
    },
  };
}
