import { bytesToHex } from '@noble/hashes/utils.js';
import { signersOf } from '@oracle-gateway/protocol';
import { aggregatePublicKeys } from './aggregate.js';
import { assertBytes } from './bytes.js';
import { keysOf, type RegistryKeys } from './registry-keys.js';

const BITMAP_BYTES = 32;

export interface AggregateKeyCache {
  /**
   * The plain sum of the keys that `bitmap` names, remembered.
   *
   * @param bitmap 32 bytes, big-endian (interface §2.5)
   * @throws AggregateKeyError, UnknownSignerError when there is no usable sum; failures are not remembered
   */
  get(registry: RegistryKeys, bitmap: Uint8Array): Uint8Array;
}

/**
 * A bounded cache of aggregate keys, least recently used out first.
 *
 * Entries belong to a registry *object*, not to a version number: two clusters, two programs or a forged account can all claim
 * version 7 with different keys, and a key of one must never answer for the other. Reading the same account twice gives two
 * objects, which costs one more sum and nothing else.
 *
 * @throws RangeError when `maxEntries` is not a positive integer
 */
export function createAggregateKeyCache({ maxEntries }: { maxEntries: number }): AggregateKeyCache {
  if (!Number.isSafeInteger(maxEntries) || maxEntries < 1) throw new RangeError('maxEntries: must be a positive integer');
  const registryIds = new WeakMap<RegistryKeys, number>();
  let nextRegistryId = 0;
  // A Map iterates in insertion order, so its first key is the least recently used one when every hit is inserted again.
  const sums = new Map<string, Uint8Array>();

  const idOf = (registry: RegistryKeys): number => {
    let id = registryIds.get(registry);
    if (id === undefined) {
      id = nextRegistryId++;
      registryIds.set(registry, id);
    }
    return id;
  };

  const remember = (entry: string, sum: Uint8Array): void => {
    sums.delete(entry);
    sums.set(entry, sum);
    if (sums.size <= maxEntries) return;
    const oldest = sums.keys().next();
    if (oldest.done !== true) sums.delete(oldest.value);
  };

  return {
    get(registry, bitmap) {
      assertBytes(bitmap, BITMAP_BYTES, 'bitmap');
      const entry = `${idOf(registry)}:${bytesToHex(bitmap)}`;
      const sum = sums.get(entry) ?? aggregatePublicKeys(keysOf(registry, signersOf(bitmap)));
      remember(entry, sum);
      // A copy: a caller that writes into its key must not change the next caller's.
      return sum.slice();
    },
  };
}
