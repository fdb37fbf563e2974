import { optionalBytes, requireRule } from './account-body.js';
import { decodeRegistryBody, type RegistryBody } from './accounts.generated.js';

/** One version of the node registry. A key's place is its node's index, in every version; a removed node leaves its place empty. */
export interface RegistryAccount extends Omit<RegistryBody, 'count' | 'keys'> {
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
