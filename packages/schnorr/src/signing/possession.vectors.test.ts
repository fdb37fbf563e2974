import { nodePossessionMessage, toAddress } from '@oracle-gateway/protocol';
import type { DeploymentId } from '@oracle-gateway/protocol';
import { describe, expect, it } from 'vitest';
import vectors from '@oracle-gateway/vectors/schnorr-possession.json' with { type: 'json' };
import { countingRandom, filled, hex } from '../../tests/bytes.js';
import { curves } from '../../tests/curves.js';
import { provePossession, verifyPossession } from './possession.js';
import { createSigningKey } from './signing-key.js';

const cases = vectors.vectors.map((vector) => ({
  name: vector.name,
  valid: vector.valid,
  message: hex(vector.message),
  publicKey: hex(vector.publicKey),
  proof: { s: hex(vector.s), commitment: hex(vector.commitment) },
  registration: {
    deploymentId: hex(vector.deploymentId) as DeploymentId,
    index: vector.index,
    encryptionKey: hex(vector.encryptionKey),
    operator: toAddress(hex(vector.operator)),
    previousRegisteredAt: BigInt(vector.previousRegisteredAt),
    endpoint: vector.endpoint,
  },
}));

describe('verifyPossession', () => {
  it.each(cases)('judges: $name', ({ registration, publicKey, message, proof, valid }) => {
    expect(nodePossessionMessage({ ...registration, publicKey })).toEqual(message);
    expect(verifyPossession({ ...registration, publicKey, proof })).toBe(valid);
  });
});

describe.each(curves)('provePossession on %s', (_form, curve) => {
  const registration = cases[0]!.registration;
  const signingKey = createSigningKey(filled(32, 7), { curve });
  const proof = provePossession({ signingKey, ...registration }, { random: countingRandom(7) });
  const { publicKey } = signingKey;

  it('proves the key', () => {
    expect(verifyPossession({ ...registration, publicKey, proof })).toBe(true);
  });

  it.each([
    ['key', { publicKey: cases[0]!.publicKey }],
    ['deployment', { deploymentId: filled(32, 1) as DeploymentId }],
    ['encryption key', { encryptionKey: filled(32, 1) }],
    ['operator', { operator: toAddress(filled(32, 1)) }],
    ['index', { index: 6 }],
    ['registration in whose place it stands', { previousRegisteredAt: 1_700_000_001n }],
    ['endpoint', { endpoint: 'https://node.example:8444' }],
  ])('proves it for no other %s', (_what, change) => {
    expect(verifyPossession({ ...registration, publicKey, proof, ...change })).toBe(false);
  });
});
