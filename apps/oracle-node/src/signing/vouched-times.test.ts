import { type DeploymentId, type RegistrySnapshot, unixSeconds } from '@oracle-gateway/protocol';
import { describe, expect, it } from 'vitest';
import { createVouchedTimes } from './vouched-times.js';

const SECOND_SIGNERS = 2n;

function snapshotAt(seconds: number, changed: Partial<RegistrySnapshot> = {}): RegistrySnapshot {
  const deploymentId = new Uint8Array(32).fill(1) as DeploymentId;
  const keys = [new Uint8Array(64).fill(1), new Uint8Array(64).fill(9)];
  const versions = { signerVersion: 1n, version: 1n, oldestAcceptedVersion: 0n };
  return { deploymentId, ...versions, signedAtSeconds: unixSeconds(seconds), minSigners: 1, keys, ...changed };
}

/** Verdict on each claim, in order. */
function claims(...snapshots: readonly RegistrySnapshot[]): boolean[] {
  const times = createVouchedTimes();
  return snapshots.map((snapshot) => {
    try {
      times.claim(snapshot);
      return true;
    } catch (error) {
      expect(error).toMatchObject({ name: 'NodeError', code: 'already_signed' });
      return false;
    }
  });
}

describe('a time', () => {
  it('may repeat, come earlier and come later while the snapshot says the same', () => {
    expect(claims(snapshotAt(100), snapshotAt(100), snapshotAt(98), snapshotAt(103))).toEqual([true, true, true, true]);
  });

  it.each<[string, Partial<RegistrySnapshot>]>([
    ['another version', { version: 2n }],
    ['an emergency', { oldestAcceptedVersion: 1n }],
    ['other keys', { keys: [new Uint8Array(64).fill(2)] }],
    ['another quorum', { minSigners: 2 }],
  ])('must be later than every one before where the snapshot says %s', (_, changed) => {
    const newer = (seconds: number): RegistrySnapshot => snapshotAt(seconds, changed);
    const all = claims(snapshotAt(103), snapshotAt(100), newer(100), newer(103), newer(104), newer(104), newer(103), newer(110));
    expect(all).toEqual([true, true, false, false, true, true, false, true]);
  });

  it('changes nothing where it is refused', () => {
    expect(claims(snapshotAt(100), snapshotAt(100, { version: 2n }), snapshotAt(100))).toEqual([true, false, true]);
  });

  it('of one version of signers does not bind another', () => {
    const other = { signerVersion: SECOND_SIGNERS, version: 2n };
    expect(claims(snapshotAt(100), snapshotAt(50, other), snapshotAt(100))).toEqual([true, true, true]);
  });
});
