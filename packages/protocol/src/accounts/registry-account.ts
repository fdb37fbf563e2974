import { optionalBytes, requireRule } from './account-body.js';
import { decodeRegistryBody } from './accounts.generated.js';

/** One version of the node registry. A key's place is its node's index, in every version; a removed node leaves its place empty. */
export interface RegistryAccount {
  readonly version: bigint;
  readonly redundancyBuffer: number;
  readonly minSigners: number;
  /** Number of keys that are not removed. */
  readonly active: number;
  /** Unix seconds. */
  readonly createdAt: bigint;
  /** Unix seconds; 2^63 − 1 while this is the current version. An emergency ends older versions sooner: see `oldestAcceptedVersion` of Config. */
  readonly acceptUntil: bigint;
  /** Px ‖ Py, 64 bytes each; null = removed. */
  readonly keys: readonly (Uint8Array | null)[];
}

const MAX_KEYS = 64;

/** @throws AccountDecodeError */
export function decodeRegistry(data: Uint8Array): RegistryAccount {
  const { count, keys: slots, ...registry } = decodeRegistryBody(data);
  requireRule('Registry', count <= MAX_KEYS, `must have at most ${MAX_KEYS} keys`);
  requireRule('Registry', slots.length === count, `must have ${count} keys, as it says`);
  const keys = slots.map(optionalBytes);
  requireRule('Registry', registry.active === keys.filter((key) => key !== null).length, 'must count its keys');
  return { ...registry, keys };
}
