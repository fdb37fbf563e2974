import { PublicKey } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';

import { startingFrom } from '../built-program.js';
import { be32, concat } from '../bytes.js';
import { administrator, DEPLOYMENT_ID, gatewayAuthority, nodeKeys, owner, programId } from '../deployment.js';
import { expectAccepted, expectRefused } from '../expectations.js';
import { attestationMessage, GENERATOR, namedKey, nodeKey, pointBytes, signWith, sumOf, type CurvePoint } from '../signer.js';
import { bitmapOf, receiptSeeds, worldInUse } from '../world.js';

const FIELD_ORDER = 2n ** 256n - 2n ** 32n - 977n;

/** The sum of the signers' keys is a hint. An attacker with an accepted wrong hint could sign alone. */
describe('a hint is accepted only if it is the sum of the signers', () => {
  startingFrom(worldInUse, (world) => {
    const sum = sumOf([0, 1, 3].map((index) => nodeKeys[index]!.point));
    const { x, y } = sum.toAffine();
    const sendHint = (aggregateKey: Uint8Array) =>
      world().chain.send(world().settle(world().round(), { keyForm: { form: 'sum', aggregateKey } }), gatewayAuthority);

    it.each<[string, Uint8Array]>([
      ['another x', concat(be32(x + 1n), be32(y))],
      ['another y', concat(be32(x), be32(y + 1n))],
      ['the negative', pointBytes(sum.negate())],
      ['x and y exchanged', concat(be32(y), be32(x))],
      ['zeros', new Uint8Array(64)],
      ['all ones', new Uint8Array(64).fill(255)],
      ['x = p', concat(be32(FIELD_ORDER), be32(y))],
      ['y = p', concat(be32(x), be32(FIELD_ORDER))],
      ['the generator', pointBytes(GENERATOR)],
      ["one signer's key", pointBytes(nodeKeys[0]!.point)],
      ['the sum without one signer', pointBytes(sumOf([nodeKeys[0]!.point, nodeKeys[1]!.point]))],
      ['the sum with one signer twice', pointBytes(sum.add(nodeKeys[0]!.point))],
    ])('and not %s', (_name, hint) => {
      expectRefused(sendHint(hint), 'WrongAggregateKey');
    });

    it('and not in any of its bits otherwise', () => {
      const right = pointBytes(sum);
      for (let bit = 0; bit < 512; bit += 37) {
        const wrong = right.slice();
        wrong[Math.floor(bit / 8)]! ^= 1 << (bit % 8);
        expectRefused(sendHint(wrong), 'WrongAggregateKey');
      }
    });
  });

  /** Nodes 5, 6, 7 belong to one operator, who chose their keys in a relation to each other. */
  startingFrom(worldInUse, (world) => {
    const [first, second] = [namedKey('colluding 1'), namedKey('colluding 2')];
    const join = (...keys: readonly ReturnType<typeof nodeKey>[]) => {
      keys.forEach((key, offset) => world().chain.must(world().registerNode(5 + offset, { key }), administrator));
      const changes = keys.map((_, offset) => world().set(5 + offset));
      world().chain.must(world().changeRegistry({ version: 1n, changes }), administrator);
      return keys;
    };
    const settle = (signers: readonly number[], keys: readonly ReturnType<typeof nodeKey>[], hint: CurvePoint) => {
      const round = { ...world().round({ registryVersion: 2n, signaturesRequired: signers.length }), signers };
      const message = attestationMessage({ deploymentId: DEPLOYMENT_ID, ...round, owner: owner.publicKey.toBytes() });
      const claimed = {
        signature: signWith(keys, message),
        keyForm: { form: 'sum', aggregateKey: pointBytes(hint) } as const,
        bitmap: bitmapOf(signers, world().registry(2n).count),
      };
      return world().chain.send(
        world().settle(world().round({ registryVersion: 2n, signaturesRequired: signers.length }), claimed),
        gatewayAuthority,
      );
    };

    it('and their sum is accepted where no partial sum meets the next key', () => {
      const keys = join(first, second, namedKey('colluding 3'));
      expectAccepted(settle([5, 6, 7], keys, sumOf(keys.map(({ point }) => point))));
    });

    it('and the sum only where the running sum equals the next key (P3 = P1 + P2)', () => {
      const keys = join(first, second, nodeKey(first.secret + second.secret));
      const total = sumOf(keys.map(({ point }) => point));
      // With hints for the single additions, any slope passes here: the forger picks one with a known sum.
      const chosen = namedKey('chosen by the forger');
      expectRefused(settle([5, 6, 7], [chosen], chosen.point), 'WrongAggregateKey');
      expectRefused(settle([5, 6, 7], keys, first.point), 'WrongAggregateKey');
      // The nodes did sign: the round was served, and is paid.
      expectAccepted(settle([5, 6, 7], keys, total));
    });

    it('and no hint at all where the sum is infinity (P3 = -(P1 + P2))', () => {
      const keys = join(first, second, nodeKey(-(first.secret + second.secret)));
      const chosen = namedKey('chosen by the forger');
      expectRefused(settle([5, 6, 7], [chosen], chosen.point), 'WrongAggregateKey');
      expectRefused(settle([5, 6, 7], keys.slice(0, 2), sumOf([first.point, second.point])), 'WrongAggregateKey');
    });

    it('and what the complete formulas cost fits the limit that a settlement asks for', () => {
      const keys = join(first, second, nodeKey(first.secret + second.secret));
      const outcome = settle([5, 6, 7], keys, sumOf(keys.map(({ point }) => point)));
      expectAccepted(outcome);
      // 60,000 and 20,000 for every further signer, and what the receipt's bump costs.
      const bump = PublicKey.findProgramAddressSync(receiptSeeds(world().round({ registryVersion: 2n })), programId)[1];
      expect(outcome.ok && outcome.computeUnits).toBeLessThan(60_000 + 2 * 20_000 + 1_500 * (255 - bump));
    });

    it('and the sum only where it passes through infinity', () => {
      const keys = join(first, second, nodeKey(-(first.secret + second.secret)), namedKey('colluding 4'));
      const total = keys[3]!;
      expectRefused(settle([5, 6, 7, 8], [first], first.point), 'WrongAggregateKey');
      expectAccepted(settle([5, 6, 7, 8], [total], total.point));
    });
  });
});
