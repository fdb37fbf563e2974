import { AccountReader } from './account-reader.js';

/** One version of the node registry. The place of a key is its node's index, for ever; a removed node leaves its place empty. */
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

const HEADER_BYTES = 40;
const KEY_BYTES = 64;
const MAX_KEYS = 64;

/** @throws AccountDecodeError */
export function decodeRegistry(data: Uint8Array): RegistryAccount {
  const account = AccountReader.open('Registry', data, 'SVC_REG1');
  account.requireLengthAtLeast(HEADER_BYTES);
  const count = account.u8(9);
  account.require(count <= MAX_KEYS, `must have at most ${MAX_KEYS} keys`);
  account.requireLength(HEADER_BYTES + KEY_BYTES * count);
  const keys = Array.from({ length: count }, (_, index) => account.optionalBytes(HEADER_BYTES + KEY_BYTES * index, KEY_BYTES));
  const active = account.u8(12);
  account.require(active === keys.filter((key) => key !== null).length, 'must count its keys');
  return {
    version: account.u64(16),
    redundancyBuffer: account.u8(10),
    minSigners: account.u8(11),
    active,
    createdAt: account.i64(24),
    acceptUntil: account.i64(32),
    keys,
  };
}
