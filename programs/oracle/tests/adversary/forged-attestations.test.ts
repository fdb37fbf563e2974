import { describe, expect, it } from 'vitest';

import { startingFrom } from '../built-program.js';
import { be32, fromBe } from '../bytes.js';
import {
  administrator,
  DEPLOYMENT_ID,
  gatewayAuthority,
  nodeKeys,
  owner,
  programId,
  registryAddress,
  ROUNDS,
  stranger,
} from '../deployment.js';
import { expectAccepted, expectRefused } from '../expectations.js';
import type { SettleRoundInput } from '../instructions.js';
import {
  addressOf,
  attestationMessage,
  deploymentId,
  GENERATOR,
  keccak,
  modOrder,
  namedKey,
  nodeKey,
  ORDER,
  pointBytes,
  sha256,
  signWith,
  sumOf,
  type Attestation,
} from '../signer.js';
import { bitmapOf, type World, worldInUse } from '../world.js';

/** A gateway that wants to be paid for what the nodes never signed. */
describe('a gateway cannot settle', () => {
  startingFrom(worldInUse, (world) => {
    const settle = (...args: Parameters<World['settle']>) => world().chain.send(world().settle(...args), gatewayAuthority);
    const signers = [0, 1, 3];
    const keys = signers.map((index) => nodeKeys[index]!);
    const sum = sumOf(keys.map(({ point }) => point));

    it('(and can, where the attestation is what it says)', () => {
      expectAccepted(settle(world().round()));
    });

    describe('an attestation of', () => {
      const refuses = (name: string, attested: () => Partial<Attestation>) =>
        it(name, () => {
          expectRefused(settle(world().round(), {}, attested()), 'InvalidAttestation');
          expect(world().subscription().roundsLeft).toBe(ROUNDS);
        });

      refuses('another value', () => ({ value: sha256('another value') }));
      refuses('another source', () => ({ apiConfigHash: sha256('another source') }));
      refuses("another owner's feed of the same source", () => ({ owner: stranger.publicKey.toBytes() }));
      refuses('an ownerless feed, as the pay-per-request path signs it', () => ({ owner: new Uint8Array(32) }));
      refuses('another time', () => ({ timestampSeconds: world().chain.now - 1n }));
      refuses('another registry version', () => ({ registryVersion: 2n }));
      refuses('another quorum', () => ({ signaturesRequired: 2 }));
      refuses('another network', () => ({ deploymentId: deploymentId(programId.toBytes(), 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp') }));
      refuses('another program', () => ({
        deploymentId: deploymentId(stranger.publicKey.toBytes(), 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'),
      }));
    });

    it("an attestation of its own feed against another owner's subscription", () => {
      const { chain } = world();
      chain.must(world().openSubscription({}, stranger.publicKey), stranger);
      const round = world().round({ owner: stranger.publicKey });
      const attested = { owner: owner.publicKey.toBytes() };
      expectRefused(settle(round, {}, attested), 'InvalidAttestation');
    });

    it('a round of one registry version with the keys of another', () => {
      const { chain } = world();
      chain.must(world().registerNode(0, { key: namedKey('new key of node 0') }), administrator);
      chain.must(world().changeRegistry({ version: 1n, changes: [world().set(0)] }), administrator);
      expectRefused(settle(world().round(), { registry: registryAddress(2n) }), 'WrongAggregateKey');
      const withoutNodeZero = world().round({ signers: [1, 2, 3] });
      expectRefused(settle(withoutNodeZero, { registry: registryAddress(2n) }), 'InvalidAttestation');
    });

    describe('a signature', () => {
      const message = () => attestationMessage({ deploymentId: DEPLOYMENT_ID, ...world().round(), owner: owner.publicKey.toBytes() });
      const refuses = (name: string, claimed: () => Partial<SettleRoundInput>, refusal = 'InvalidAttestation') =>
        it(name, () => expectRefused(settle(world().round(), claimed()), refusal));

      refuses("of its own making under the nodes' names", () => ({ signature: signWith([namedKey('gateway')], message()) }));
      refuses(
        'of its own making with its own key as the sum',
        () => {
          const own = namedKey('gateway');
          return { signature: signWith([own], message()), keyForm: { form: 'sum', aggregateKey: pointBytes(own.point) } };
        },
        'WrongAggregateKey',
      );
      refuses('of a part of the signers', () => ({ signature: signWith(keys.slice(0, 2), message()) }));
      refuses('of other signers than the bitmap says', () => ({
        signature: signWith([nodeKeys[0]!, nodeKeys[1]!, nodeKeys[2]!], message()),
      }));
      refuses('with s = 0', () => ({ signature: { ...signWith(keys, message()), s: be32(0n) } }));
      refuses('with s = n', () => ({ signature: { ...signWith(keys, message()), s: be32(ORDER) } }));
      refuses('with s + 1', () => {
        const { s, commitment } = signWith(keys, message());
        return { signature: { s: be32(modOrder(fromBe(s) + 1n)), commitment } };
      });
      refuses('with s negated', () => {
        const { s, commitment } = signWith(keys, message());
        return { signature: { s: be32(ORDER - fromBe(s)), commitment } };
      });
      refuses('with a commitment of zeros', () => ({ signature: { ...signWith(keys, message()), commitment: new Uint8Array(20) } }));
      refuses('with another commitment', () => ({ signature: { ...signWith(keys, message()), commitment: addressOf(GENERATOR) } }));
      refuses('whose nonce point is infinity', () => {
        const commitment = addressOf(GENERATOR);
        const { x, y } = sum.toAffine();
        const challenge = modOrder(fromBe(keccak(be32(x), Uint8Array.of(Number(y & 1n)), message(), commitment)));
        const secret = keys.reduce((total, key) => total + key.secret, 0n);
        return { signature: { s: be32(modOrder(challenge * secret)), commitment } };
      });
    });

    describe('a bitmap', () => {
      const refuses = (name: string, bitmap: () => Uint8Array) =>
        it(name, () => expectRefused(settle(world().round(), { bitmap: bitmap() }), 'InvalidBitmap'));

      refuses('of fewer signers than the quorum', () => bitmapOf([0, 1], 5));
      refuses('of more signers than the quorum', () => bitmapOf([0, 1, 2, 3], 5));
      refuses('with a bit beyond the registry', () => bitmapOf([0, 1, 7], 8));
      refuses('with a bit beyond the registry besides the quorum', () => bitmapOf([0, 1, 3, 7], 8));
      refuses('of zeros', () => bitmapOf([], 5));
      refuses('that is too long', () => bitmapOf([0, 1, 3], 9));
      refuses('that is too short', () => new Uint8Array(0));
    });

    it('a round signed by a removed node', () => {
      const { chain } = world();
      chain.must(world().changeRegistry({ version: 1n, changes: [{ op: 'remove', index: 3 }] }), administrator);
      expectRefused(settle(world().round({ registryVersion: 2n })), 'InvalidBitmap');
      expectAccepted(settle(world().round({ registryVersion: 2n, signers: [0, 1, 4] })));
    });

    it('a round with the key of a node that never joined the registry', () => {
      const { chain } = world();
      chain.must(world().registerNode(5), administrator);
      expectRefused(settle(world().round({ signers: [0, 1, 5] })), 'InvalidBitmap');
    });

    it('by forging with a key that cancels the others: such a key is never registered', () => {
      // The sum of the honest keys and this one has a secret that its maker knows. The proof of possession is what it lacks.
      const known = namedKey('known to one');
      const honest = sumOf([nodeKeys[0]!.point, nodeKeys[1]!.point]);
      const rogue = known.point.subtract(honest);
      const registration = world().registerNode(5, { publicKey: pointBytes(rogue), key: nodeKey(known.secret) });
      expectRefused(world().chain.send(registration, administrator), 'InvalidProof');
    });
  });
});
