import { type DeploymentId, unixSeconds } from '@oracle-gateway/protocol';
import { describe, expect, it } from 'vitest';
import file from '@oracle-gateway/vectors/schnorr-registry-snapshot.json' with { type: 'json' };
import { hex } from '../tests/bytes.js';
import { type SignedRegistrySnapshot, verifyRegistrySnapshot } from './verify-registry-snapshot.js';

const deploymentId = hex(file.deploymentId) as DeploymentId;
const registry = {
  version: BigInt(file.registry.version),
  minSigners: file.registry.minSigners,
  keys: keysOf(file.registry.keys),
};

function keysOf(keys: readonly (string | null)[]): (Uint8Array | null)[] {
  return keys.map((key) => (key === null ? null : hex(key)));
}

function signedOf(vector: (typeof file.vectors)[number]): SignedRegistrySnapshot {
  return {
    snapshot: {
      deploymentId: hex(vector.snapshot.deploymentId) as DeploymentId,
      signerVersion: BigInt(vector.snapshot.signerVersion),
      version: BigInt(vector.snapshot.version),
      oldestAcceptedVersion: BigInt(vector.snapshot.oldestAcceptedVersion),
      signedAtSeconds: unixSeconds(vector.snapshot.signedAtSeconds),
      minSigners: vector.snapshot.minSigners,
      keys: keysOf(vector.snapshot.keys),
    },
    signersBitmap: hex(vector.signersBitmap),
    s: hex(vector.s),
    commitment: hex(vector.commitment),
  };
}

describe('verifyRegistrySnapshot', () => {
  it.each(file.vectors)('judges: $name', (vector) => {
    const verdict = verifyRegistrySnapshot({ deploymentId, registry, signed: signedOf(vector) });
    expect(verdict.ok ? null : verdict.reason).toBe(vector.refusal);
  });

  it('names the signers', () => {
    expect(verifyRegistrySnapshot({ deploymentId, registry, signed: signedOf(file.vectors[0]!) })).toEqual({
      ok: true,
      signers: [0, 1, 2, 4, 5],
    });
  });
});
