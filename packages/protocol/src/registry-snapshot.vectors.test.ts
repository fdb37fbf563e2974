import { describe, expect, it } from 'vitest';
import file from '@oracle-gateway/vectors/registry-snapshot.json' with { type: 'json' };
import type { DeploymentId } from './attestation.js';
import { fromHex, toHex } from './hex.js';
import {
  decodeRegistrySnapshot,
  encodeRegistrySnapshot,
  type RegistrySnapshot,
  RegistrySnapshotError,
  registrySnapshotMessage,
} from './registry-snapshot.js';
import { unixSeconds } from './units.js';

function snapshotOf(vector: (typeof file.vectors)[number]): RegistrySnapshot {
  return {
    deploymentId: fromHex(vector.deploymentId) as DeploymentId,
    signerVersion: BigInt(vector.signerVersion),
    version: BigInt(vector.version),
    oldestAcceptedVersion: BigInt(vector.oldestAcceptedVersion),
    signedAtSeconds: unixSeconds(vector.signedAtSeconds),
    minSigners: vector.minSigners,
    keys: vector.keys.map((key) => (key === null ? null : fromHex(key))),
  };
}

describe('registry snapshot', () => {
  it.each(file.vectors)('hashes to $message', (vector) => {
    expect(toHex(registrySnapshotMessage(snapshotOf(vector)))).toBe(vector.message);
  });

  it.each(file.vectors)('of message $message has these bytes', (vector) => {
    expect(toHex(encodeRegistrySnapshot(snapshotOf(vector)))).toBe(vector.bytes);
  });

  it.each(file.vectors)('of message $message is read from its bytes', (vector) => {
    expect(decodeRegistrySnapshot(fromHex(vector.bytes))).toEqual(snapshotOf(vector));
  });

  it.each(file.refused)('is not read from bytes with $name', ({ bytes }) => {
    expect(() => decodeRegistrySnapshot(fromHex(bytes))).toThrow(RegistrySnapshotError);
  });
});
