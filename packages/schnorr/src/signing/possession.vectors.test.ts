import { nodePossessionMessage, toAddress } from '@oracle-gateway/protocol';
import type { DeploymentId } from '@oracle-gateway/protocol';
import { describe, expect, it } from 'vitest';
import vectors from '../../../../vectors/schnorr-possession.json' with { type: 'json' };
import { countingRandom, hex } from '../../tests/bytes.js';
import { provePossession, verifyPossession } from './possession.js';
import { generateSecretKey, publicKeyOf } from './secret-key.js';

const proofs = vectors.vectors.map((vector) => ({
  ...vector,
  rebuilt: nodePossessionMessage({
    deploymentId: hex(vector.deploymentId) as DeploymentId,
    publicKey: hex(vector.publicKey),
    encryptionKey: hex(vector.encryptionKey),
    operator: toAddress(hex(vector.operator)),
  }),
}));

describe('verifyPossession', () => {
  it.each(proofs)('judges: $name', ({ rebuilt, publicKey, message, s, commitment, valid }) => {
    expect(rebuilt).toEqual(hex(message));
    expect(verifyPossession({ publicKey: hex(publicKey), message: rebuilt, s: hex(s), commitment: hex(commitment) })).toBe(valid);
  });
});

describe('provePossession', () => {
  it('proves a key over the message that names it', () => {
    const random = countingRandom(7);
    const secretKey = generateSecretKey(random);
    const publicKey = publicKeyOf(secretKey);
    const [named] = proofs;
    if (named === undefined) throw new Error('no vector');
    const message = nodePossessionMessage({
      deploymentId: hex(named.deploymentId) as DeploymentId,
      publicKey,
      encryptionKey: hex(named.encryptionKey),
      operator: toAddress(hex(named.operator)),
    });
    const proof = provePossession({ secretKey, message, random });
    expect(verifyPossession({ publicKey, message, ...proof })).toBe(true);
    expect(verifyPossession({ publicKey, message: named.rebuilt, ...proof })).toBe(false);
  });
});
