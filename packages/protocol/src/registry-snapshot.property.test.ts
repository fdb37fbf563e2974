import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DeploymentId } from './attestation.js';
import {
  decodeRegistrySnapshot,
  encodeRegistrySnapshot,
  MAX_REGISTRY_SNAPSHOT_BYTES,
  type RegistrySnapshot,
  RegistrySnapshotError,
} from './registry-snapshot.js';
import { unixSeconds } from './units.js';

function bytes(length: number): fc.Arbitrary<Uint8Array> {
  return fc.uint8Array({ minLength: length, maxLength: length });
}

const u64 = { min: 0n, max: 2n ** 64n - 1n };
const snapshots: fc.Arbitrary<RegistrySnapshot> = fc
  .record({
    deploymentId: bytes(32).map((value) => value as DeploymentId),
    versions: fc.tuple(fc.bigInt({ ...u64, min: 1n }), fc.bigInt({ ...u64, min: 1n })),
    emergency: fc.bigInt(u64),
    signedAtSeconds: fc.maxSafeNat().map(unixSeconds),
    quorum: fc.nat(),
    last: bytes(64),
    keys: fc.array(fc.option(bytes(64), { nil: null }), { maxLength: 63 }),
  })
  .map(({ versions: [one, other], emergency, quorum, last, keys, ...rest }) => {
    const all = [...keys, last];
    const [signerVersion, version] = one < other ? [one, other] : [other, one];
    const active = all.filter((key) => key !== null).length;
    return { ...rest, signerVersion, version, oldestAcceptedVersion: emergency % version, minSigners: 1 + (quorum % active), keys: all };
  });

describe('registry snapshot bytes', () => {
  it('are read as what was written', () => {
    fc.assert(
      fc.property(snapshots, (snapshot) => {
        expect(decodeRegistrySnapshot(encodeRegistrySnapshot(snapshot))).toEqual(snapshot);
      }),
    );
  });

  it('have one form: what is read from altered bytes is written as those bytes, or they are refused', () => {
    const edits = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(snapshots, edits, (snapshot, changed) => {
        const altered = encodeRegistrySnapshot(snapshot);
        for (const [place, byte] of changed) altered[place % altered.length] = byte;
        expect(writtenOrRefused(altered)).toEqual(altered);
      }),
    );
  });

  it('of any content end in a snapshot or in a refusal', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: MAX_REGISTRY_SNAPSHOT_BYTES + 100 }), (any) => {
        expect(writtenOrRefused(any)).toEqual(any);
      }),
    );
  });
});

/** The bytes of the snapshot that was read, or the same bytes where they were refused. */
function writtenOrRefused(input: Uint8Array): Uint8Array {
  try {
    return encodeRegistrySnapshot(decodeRegistrySnapshot(input));
  } catch (error) {
    if (error instanceof RegistrySnapshotError) return input;
    throw error;
  }
}
