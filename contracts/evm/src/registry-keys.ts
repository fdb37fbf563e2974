import { fromHex } from '@oracle-gateway/protocol';
import type { RegistryKeys } from '@oracle-gateway/schnorr';
import { malformed } from './json-members.js';
import type { Hex } from './evm-answer.js';

const KEY_BYTES = 64;
const MAX_INDICES = 64;

/**
 * The keys of a registry version as a contract holds them: they are the code of a contract of their own. So they are known although the ledger
 * has closed the version's account.
 *
 * @param input.version the version's number, such as `held` of an Oracle Gateway's contract names
 * @param input.present `present` of `versions(version)`: a bit for each index that has a key
 * @param input.minSigners `minSigners` of `versions(version)`
 * @param input.code code of the contract that `keys` of `versions(version)` names
 * @throws EvmAnswerError `malformed`
 */
export function registryKeysFromCode(input: {
  readonly version: bigint;
  readonly present: bigint;
  readonly minSigners: number;
  readonly code: Hex;
}): RegistryKeys {
  const { version, present, minSigners, code } = input;
  const bytes = bytesOf(code);
  const indices = Array.from({ length: MAX_INDICES }, (_, index) => index).filter((index) => ((present >> BigInt(index)) & 1n) === 1n);
  if (bytes.length !== 1 + indices.length * KEY_BYTES) throw malformed('code', 'must be a zero byte and a key of 64 bytes for each index');
  const keys = Array.from({ length: (indices.at(-1) ?? -1) + 1 }, (): Uint8Array | null => null);
  indices.forEach((index, place) => (keys[index] = bytes.slice(1 + place * KEY_BYTES, 1 + (place + 1) * KEY_BYTES)));
  return { version, minSigners, keys };
}

function bytesOf(code: Hex): Uint8Array {
  try {
    return fromHex(code);
  } catch {
    throw malformed('code', 'must be hex');
  }
}
