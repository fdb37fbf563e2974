import { keccak_256 } from '@noble/hashes/sha3.js';
import { concatBytes } from '@noble/hashes/utils.js';
import type { DeploymentId } from './attestation.js';
import { equalBytes } from './equal-bytes.js';
import { ascii, bytesOfLength, u64LE, u8 } from './fixed-width.js';
import { LABELS } from './labels.js';
import { MAX_NODES } from './quorum.js';
import { signersBitmap, signersOf } from './signers-bitmap.js';
import type { UnixSeconds } from './units.js';

/** Statement of one registry version's nodes to another chain about a version: of the next one, or of their own again. */
export interface RegistrySnapshot {
  readonly deploymentId: DeploymentId;
  /** The registry version whose nodes sign. */
  readonly signerVersion: bigint;
  /** The registry version that is described; not before the signers' own. */
  readonly version: bigint;
  /** The version that the last emergency made, 0 = no emergency yet. Earlier versions have ended. */
  readonly oldestAcceptedVersion: bigint;
  /** When the nodes signed. */
  readonly signedAtSeconds: UnixSeconds;
  readonly minSigners: number;
  /** Keys by node index, at most 64: Px ‖ Py, 64 bytes each; null = no key. */
  readonly keys: readonly (Uint8Array | null)[];
}

/** Bytes that are no registry snapshot. */
export class RegistrySnapshotError extends Error {
  override readonly name = 'RegistrySnapshotError';
}

const LABEL = ascii(LABELS.registry);
const KEY_BYTES = 64;
const KEYS_OFFSET = LABEL.length + 32 + 4 * 8 + 1 + 32;

/** The longest snapshot, with a key at every index. */
export const MAX_REGISTRY_SNAPSHOT_BYTES = KEYS_OFFSET + MAX_NODES * KEY_BYTES;

/**
 * The fields of the message, and the keys themselves in place of their hash (protocol, "Registry snapshot").
 *
 * @throws TypeError for a wrong width, RangeError for a number outside its range or fields that contradict each other
 */
export function encodeRegistrySnapshot(snapshot: RegistrySnapshot): Uint8Array {
  return concatBytes(messageFields(snapshot), ...presentKeys(snapshot));
}

/**
 * The 32 bytes that the nodes sign (protocol, "Registry snapshot").
 *
 * @throws TypeError for a wrong width, RangeError for a number outside its range or fields that contradict each other
 */
export function registrySnapshotMessage(snapshot: RegistrySnapshot): Uint8Array {
  return keccak_256(concatBytes(messageFields(snapshot), keccak_256(concatBytes(...presentKeys(snapshot)))));
}

/**
 * Reads a snapshot from bytes of any length and content, in time bound by {@link MAX_REGISTRY_SNAPSHOT_BYTES}. `keys` ends with the last key.
 *
 * @throws RegistrySnapshotError
 */
export function decodeRegistrySnapshot(bytes: Uint8Array): RegistrySnapshot {
  if (bytes.length < KEYS_OFFSET) throw new RegistrySnapshotError(`snapshot: must have at least ${KEYS_OFFSET} bytes`);
  if (bytes.length > MAX_REGISTRY_SNAPSHOT_BYTES) {
    throw new RegistrySnapshotError(`snapshot: must have at most ${MAX_REGISTRY_SNAPSHOT_BYTES} bytes`);
  }
  if (!equalBytes(bytes.subarray(0, LABEL.length), LABEL)) throw new RegistrySnapshotError('snapshot: must begin with its label');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const numbers = LABEL.length + 32;
  const present = signersOf(bytes.subarray(KEYS_OFFSET - 32, KEYS_OFFSET));
  if (bytes.length !== KEYS_OFFSET + present.length * KEY_BYTES) {
    throw new RegistrySnapshotError('snapshot: must have one key for each bit of its presence bitmap');
  }
  const keys = new Array<Uint8Array | null>((present.at(-1) ?? -1) + 1).fill(null);
  present.forEach((index, place) => {
    const offset = KEYS_OFFSET + place * KEY_BYTES;
    keys[index] = bytes.slice(offset, offset + KEY_BYTES);
  });
  const snapshot = {
    deploymentId: bytes.slice(LABEL.length, numbers) as DeploymentId,
    signerVersion: view.getBigUint64(numbers, true),
    version: view.getBigUint64(numbers + 8, true),
    oldestAcceptedVersion: view.getBigUint64(numbers + 16, true),
    signedAtSeconds: view.getBigUint64(numbers + 24, true),
    minSigners: bytes[numbers + 32] ?? 0,
    keys,
  };
  const rule = brokenRule(snapshot);
  if (rule !== undefined) throw new RegistrySnapshotError(`snapshot: ${rule}`);
  return { ...snapshot, signedAtSeconds: Number(snapshot.signedAtSeconds) as UnixSeconds };
}

function messageFields(snapshot: RegistrySnapshot): Uint8Array {
  const rule = brokenRule({ ...snapshot, signedAtSeconds: BigInt(snapshot.signedAtSeconds) });
  if (rule !== undefined) throw new RangeError(rule);
  return concatBytes(
    LABEL,
    bytesOfLength('deploymentId', snapshot.deploymentId, 32),
    u64LE(snapshot.signerVersion),
    u64LE(snapshot.version),
    u64LE(snapshot.oldestAcceptedVersion),
    u64LE(snapshot.signedAtSeconds),
    u8(snapshot.minSigners),
    signersBitmap(snapshot.keys.flatMap((key, index) => (key === null ? [] : [index]))),
  );
}

function presentKeys({ keys }: Pick<RegistrySnapshot, 'keys'>): Uint8Array[] {
  return keys.flatMap((key, index) => (key === null ? [] : [bytesOfLength(`keys[${index}]`, key, KEY_BYTES)]));
}

/** The rule of protocol, "Registry snapshot", that the fields break. */
function brokenRule(
  snapshot: Omit<RegistrySnapshot, 'deploymentId' | 'signedAtSeconds'> & { readonly signedAtSeconds: bigint },
): string | undefined {
  const active = snapshot.keys.filter((key) => key !== null).length;
  if (snapshot.keys.length > MAX_NODES) return `keys: must have at most ${MAX_NODES} places`;
  if (!(snapshot.minSigners >= 1 && snapshot.minSigners <= active)) return 'minSigners: must be from 1 to the number of keys';
  if (snapshot.signerVersion < 1n) return 'signerVersion: must be at least 1';
  if (snapshot.version < snapshot.signerVersion) return 'version: must not be before signerVersion';
  if (snapshot.oldestAcceptedVersion > snapshot.version) return 'oldestAcceptedVersion: must not be after version';
  if (snapshot.signedAtSeconds > BigInt(Number.MAX_SAFE_INTEGER)) return 'signedAtSeconds: must be at most 2^53 - 1';
  return undefined;
}
