/**
 * The keys of one registry version; a decoded registry account fits. It is immutable: a cache of key sums belongs to the object.
 */
export interface RegistryKeys {
  readonly version: bigint;
  /** Keys by node index, each 64 bytes Px ‖ Py; `null` is a removed node. */
  readonly keys: readonly (Uint8Array | null)[];
  /** The smallest accepted quorum. It is required: a default of one would accept every signature of a single node. */
  readonly minSigners: number;
}

/** A signer has no key in the registry version: its index lies outside, or the node was removed. */
export class UnknownSignerError extends Error {
  override readonly name = 'UnknownSignerError';
  constructor(readonly nodeIndex: number) {
    super(`registry keys: node ${nodeIndex} has no key`);
  }
}

/**
 * The keys of the given node indices, in their order.
 *
 * @throws UnknownSignerError for an index outside the registry version or a removed node
 */
export function keysOf(registry: Pick<RegistryKeys, 'keys'>, nodeIndices: readonly number[]): Uint8Array[] {
  return nodeIndices.map((nodeIndex) => {
    const key = registry.keys[nodeIndex] ?? null;
    if (key === null) throw new UnknownSignerError(nodeIndex);
    return key;
  });
}
