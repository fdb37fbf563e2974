/**
 * A map that forgets the entry used least recently once it holds more than `maxEntries`; `get`, `set` and `getOrCreate` use an entry.
 * Anything but `undefined` is a value. It runs in browsers too, because signature verification needs it there.
 */
export class BoundedMap<K, V> {
  // A Map iterates in insertion order, so its first entry is the one used least recently when every use inserts again.
  readonly #entries = new Map<K, V>();
  readonly #maxEntries: number;

  /** @throws RangeError unless `maxEntries` is a positive integer */
  constructor(maxEntries: number) {
    if (!Number.isSafeInteger(maxEntries) || maxEntries < 1) throw new RangeError('maxEntries: must be a positive integer');
    this.#maxEntries = maxEntries;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(key: K): V | undefined {
    const value = this.#entries.get(key);
    if (value !== undefined) this.set(key, value);
    return value;
  }

  /** Reads like `get`, without counting as a use: for keys that a stranger may name. */
  peek(key: K): V | undefined {
    return this.#entries.get(key);
  }

  set(key: K, value: V): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    if (this.#entries.size <= this.#maxEntries) return;
    const oldest = this.#entries.keys().next();
    if (oldest.done !== true) this.#entries.delete(oldest.value);
  }

  /** A `create` that throws leaves the map as it was. */
  getOrCreate(key: K, create: () => V): V {
    const known = this.#entries.get(key);
    const value = known === undefined ? create() : known;
    this.set(key, value);
    return value;
  }

  delete(key: K): void {
    this.#entries.delete(key);
  }

  /** Least recently used first. */
  values(): IterableIterator<V> {
    return this.#entries.values();
  }
}
