import { describe, expect, it } from 'vitest';
import file from '@oracle-gateway/vectors/possession-message.json' with { type: 'json' };
import { toAddress } from './address.js';
import type { DeploymentId } from './attestation.js';
import { fromHex, toHex } from './hex.js';
import { nodePossessionMessage } from './possession.js';

function inputOf(vector: (typeof file.vectors)[number]): Parameters<typeof nodePossessionMessage>[0] {
  return {
    deploymentId: fromHex(vector.deploymentId) as DeploymentId,
    index: vector.index,
    publicKey: fromHex(vector.publicKey),
    encryptionKey: fromHex(vector.encryptionKey),
    operator: toAddress(fromHex(vector.operator)),
    previousRegisteredAt: BigInt(vector.previousRegisteredAt),
    endpoint: vector.endpoint,
  };
}

describe('proof of possession message', () => {
  it.each(file.vectors)('matches vector $hash', (vector) => {
    expect(toHex(nodePossessionMessage(inputOf(vector)))).toBe(vector.hash);
  });

  it('refuses a compressed key, which has 33 bytes', () => {
    expect(() => nodePossessionMessage({ ...inputOf(file.vectors[0]!), publicKey: new Uint8Array(33) })).toThrow(TypeError);
  });

  it('refuses an endpoint whose length has no byte', () => {
    expect(() => nodePossessionMessage({ ...inputOf(file.vectors[0]!), endpoint: 'n'.repeat(256) })).toThrow(RangeError);
  });
});
