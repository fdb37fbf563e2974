import { secp256k1 } from '@noble/curves/secp256k1.js';
import { nodePossessionMessage, toAddress } from '@oracle-gateway/protocol';
import type { DeploymentId } from '@oracle-gateway/protocol';
import { describe, expect, it } from 'vitest';
import own from '@oracle-gateway/vectors/schnorr-possession.json' with { type: 'json' };
import scribe from '@oracle-gateway/vectors/scribe-rogue-pop.json' with { type: 'json' };
import { aggregatePublicKeys, commitmentAddress, verifySignature } from '../../src/index.js';
import { createSigningKey, publicKeyOf, signSingle, verifyPossession } from '../../src/signing/index.js';
import { countingRandom, filled, hex } from '../bytes.js';

function keyOf({ x, y }: { x: string; y: string }): Uint8Array {
  return hex(x + y);
}

const registration = {
  deploymentId: filled(32, 1) as DeploymentId,
  index: 0,
  encryptionKey: filled(32, 2),
  operator: toAddress(filled(32, 3)),
  previousRegisteredAt: 0n,
  endpoint: 'https://node.example',
};

describe('a rogue key proven over a fixed message', () => {
  const honest = keyOf(scribe.honest.pubKey);
  const rogue = keyOf(scribe.rogue.pubKey);
  const sumSecret = hex(scribe.aggregate.secret);

  it('has a valid ECDSA registration: the proof that is not bound to the key is worthless', () => {
    const { r, s, v } = scribe.rogue.ecdsa;
    const recovered = secp256k1.recoverPublicKey(Uint8Array.of(v - 27, ...hex(r + s)), hex(scribe.fixedMessage), { prehash: false });
    expect(secp256k1.Point.fromBytes(recovered).toBytes(false).slice(1)).toEqual(rogue);
  });

  it('makes a sum whose secret one party knows, and no verifier of signatures can tell', () => {
    expect(aggregatePublicKeys([honest, rogue])).toEqual(keyOf(scribe.aggregate.pubKey));
    expect(publicKeyOf(sumSecret)).toEqual(keyOf(scribe.aggregate.pubKey));
    const { message, signature, commitment } = scribe.forged;
    const forged = { publicKey: keyOf(scribe.aggregate.pubKey), message: hex(message), s: hex(signature), commitment: hex(commitment) };
    expect(verifySignature(forged)).toBe(true);
  });

  it('is refused at registration, whatever its owner can present', () => {
    const message = nodePossessionMessage({ ...registration, publicKey: rogue });
    const { r, s } = scribe.rogue.ecdsa;
    const nonceAddresses = [2, 3].map((prefix) => {
      const point = secp256k1.Point.fromBytes(Uint8Array.of(prefix, ...hex(r)));
      return commitmentAddress(point.toBytes(false).slice(1));
    });
    const presented = [
      { s: hex(scribe.forged.signature), commitment: hex(scribe.forged.commitment) },
      signSingle({ signingKey: createSigningKey(sumSecret), message }, { random: countingRandom(1) }),
      ...nonceAddresses.map((commitment) => ({ s: hex(s), commitment })),
    ];
    for (const proof of presented) {
      expect(verifyPossession({ ...registration, publicKey: rogue, proof })).toBe(false);
      expect(verifySignature({ publicKey: rogue, message: hex(scribe.fixedMessage), ...proof })).toBe(false);
    }
  });
});

describe('a rogue key that cancels an honest one', () => {
  it('would sign alone for both', () => {
    const { honest, rogue, message, s, commitment } = own.rogueSum;
    const publicKey = aggregatePublicKeys([hex(honest), hex(rogue)]);
    expect(verifySignature({ publicKey, message: hex(message), s: hex(s), commitment: hex(commitment) })).toBe(true);
  });

  it('has no proof of possession', () => {
    const attempts = own.vectors.filter(({ publicKey }) => publicKey === own.rogueSum.rogue);
    expect(attempts.length).toBeGreaterThan(0);
    for (const { publicKey, message, s, commitment } of attempts) {
      expect(verifySignature({ publicKey: hex(publicKey), message: hex(message), s: hex(s), commitment: hex(commitment) })).toBe(false);
    }
  });
});
