import { describe, expect, it } from 'vitest';
import type { DeploymentId } from './attestation.js';
import {
  decodeRegistrySnapshot,
  encodeRegistrySnapshot,
  MAX_REGISTRY_SNAPSHOT_BYTES,
  type RegistrySnapshot,
  registrySnapshotMessage,
} from './registry-snapshot.js';
import { unixSeconds } from './units.js';

function key(fill: number): Uint8Array {
  return new Uint8Array(64).fill(fill);
}

const snapshot: RegistrySnapshot = {
  deploymentId: new Uint8Array(32).fill(1) as DeploymentId,
  signerVersion: 4n,
  version: 5n,
  oldestAcceptedVersion: 2n,
  signedAtSeconds: unixSeconds(1_763_683_200),
  minSigners: 2,
  keys: [key(1), null, key(2), key(3)],
};

describe('registrySnapshotMessage', () => {
  const changes: [string, Partial<RegistrySnapshot>][] = [
    ['deployment', { deploymentId: new Uint8Array(32) as DeploymentId }],
    ["signers' version", { signerVersion: 3n }],
    ['version', { version: 6n }],
    ['last emergency', { oldestAcceptedVersion: 3n }],
    ['time', { signedAtSeconds: unixSeconds(1_763_683_201) }],
    ['smallest quorum', { minSigners: 3 }],
    ['keys', { keys: [key(1), null, key(2), key(4)] }],
    ['order of the keys', { keys: [key(2), null, key(1), key(3)] }],
    ['places of the keys', { keys: [key(1), key(2), null, key(3)] }],
  ];

  it.each(changes)('binds the %s', (_, change) => {
    expect(registrySnapshotMessage({ ...snapshot, ...change })).not.toEqual(registrySnapshotMessage(snapshot));
  });

  it('is the same however many removed nodes follow the last key', () => {
    expect(registrySnapshotMessage({ ...snapshot, keys: [...snapshot.keys, null, null] })).toEqual(registrySnapshotMessage(snapshot));
  });

  const wrong: [string, Partial<RegistrySnapshot>][] = [
    ['no smallest quorum', { minSigners: 0 }],
    ['a smallest quorum that is no integer', { minSigners: 1.5 }],
    ['a smallest quorum that no signers reach', { minSigners: 4 }],
    ['no key', { keys: [null] }],
    ['a key beyond index 63', { keys: [...new Array<null>(63).fill(null), key(1), key(2)] }],
    ['signers of no version', { signerVersion: 0n }],
    ["a version before its signers'", { version: 3n }],
    ['a last emergency after the version', { oldestAcceptedVersion: 6n }],
    ['a version beyond u64', { version: 2n ** 64n }],
  ];

  it.each(wrong)('refuses a snapshot with %s', (_, change) => {
    expect(() => registrySnapshotMessage({ ...snapshot, ...change })).toThrow(RangeError);
    expect(() => encodeRegistrySnapshot({ ...snapshot, ...change })).toThrow(RangeError);
  });

  it('refuses a compressed key, which would shift later ones', () => {
    expect(() => registrySnapshotMessage({ ...snapshot, keys: [key(1), new Uint8Array(33), key(3)] })).toThrow(TypeError);
  });

  it('refuses a deployment of another width', () => {
    expect(() => registrySnapshotMessage({ ...snapshot, deploymentId: new Uint8Array(31) as DeploymentId })).toThrow(TypeError);
  });
});

describe('decodeRegistrySnapshot', () => {
  it('reads from a part of a larger buffer and keeps none of it', () => {
    const bytes = encodeRegistrySnapshot(snapshot);
    const buffer = new Uint8Array(bytes.length + 6);
    buffer.set(bytes, 3);
    const decoded = decodeRegistrySnapshot(buffer.subarray(3, 3 + bytes.length));
    buffer.fill(0);
    expect(decoded).toEqual(snapshot);
  });

  it('has a bound that a snapshot with 64 keys meets', () => {
    const largest = encodeRegistrySnapshot({ ...snapshot, keys: new Array<Uint8Array>(64).fill(key(9)) });
    expect(largest.length).toBe(MAX_REGISTRY_SNAPSHOT_BYTES);
    expect(MAX_REGISTRY_SNAPSHOT_BYTES).toBe(4_208);
  });
});
