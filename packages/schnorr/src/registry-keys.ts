import { AggregateKeyError } from './aggregate.js';

/**
 * The keys of one registry version; a decoded registry account fits. It is a value: nobody changes it after it was made.
 */
export interface RegistryKeys {
  readonly version: bigint;
  /** By node index, each 64 bytes Px ‖ Py; `null` is a removed node. */
  readonly keys: readonly (Uint8Array | null)[];
  /** When given, no attestation with a smaller quorum is accepted. */
  readonly minSigners?: number;
}

/**
 * The keys of the given node indices, in their order.
 *
 * @throws AggregateKeyError `unknown_signer` for an index outside the registry version or a removed node
 */
export function keysOf(registry: RegistryKeys, indices: readonly number[]): Uint8Array[] {
  return indices.map((index) => {
    const key = registry.keys[index] ?? null;
    if (key === null) throw new AggregateKeyError('unknown_signer', index);
    return key;
  });
}
