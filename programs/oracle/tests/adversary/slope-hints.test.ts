import { describe, expect, it } from 'vitest';

import { startingFrom } from '../built-program.js';
import { be32, fromBe } from '../bytes.js';
import { administrator, DEPLOYMENT_ID, gatewayAuthority, nodeKeys, owner } from '../deployment.js';
import { expectAccepted, expectRefused } from '../expectations.js';
import type { KeyForm } from '../instructions.js';
import { attestationMessage, Field, GENERATOR, namedKey, nodeKey, pointBytes, signWith, slopesOf, sumOf, type NodeKey } from '../signer.js';
import { bitmapOf, worldInUse } from '../world.js';

const FIELD_ORDER = Field.ORDER;
const ZERO = be32(0n);

/** Each addition's slope is a hint. An attacker with an accepted wrong slope could choose the sum. */
describe('slopes are accepted only if they are those of the additions', () => {
  startingFrom(worldInUse, (world) => {
    const points = [0, 1, 3].map((index) => nodeKeys[index]!.point);
    const right = slopesOf(points);
    const send = (slopes: readonly Uint8Array[]) =>
      world().chain.send(world().settle(world().round(), { keyForm: { form: 'slopes', slopes } }), gatewayAuthority);

    it('and then are, like the sum', () => {
      expectAccepted(send(right));
    });

    it.each<[string, readonly Uint8Array[]]>([
      ['another first slope', [be32(fromBe(right[0]!) + 1n), right[1]!]],
      ['another last slope', [right[0]!, be32(fromBe(right[1]!) + 1n)]],
      ['the negative of a slope', [be32(FIELD_ORDER - fromBe(right[0]!)), right[1]!]],
      ['slopes of another order of the signers', slopesOf([points[1]!, points[0]!, points[2]!]).toReversed()],
      ['slopes exchanged', [right[1]!, right[0]!]],
      ['a tangent instead of a chord', [slopesOf([points[0]!, points[0]!.add(GENERATOR)])[0]!, right[1]!]],
      ['zeros', [ZERO, ZERO]],
      ['p', [be32(FIELD_ORDER), right[1]!]],
      ['all ones', [right[0]!, be32(2n ** 256n - 1n)]],
    ])('and not %s', (_name, slopes) => {
      expectRefused(send(slopes), 'WrongSlope');
    });

    it('and not in any of their bits otherwise', () => {
      for (let bit = 0; bit < 512; bit += 37) {
        const wrong = right.map((slope) => slope.slice());
        wrong[Math.floor(bit / 256)]![Math.floor((bit % 256) / 8)]! ^= 1 << (bit % 8);
        expectRefused(send(wrong), 'WrongSlope');
      }
    });

    it('and not one too few or too many: the data is no instruction then', () => {
      expectRefused(send(right.slice(0, 1)), 'InvalidInstruction');
      expectRefused(send([...right, right[0]!]), 'InvalidInstruction');
    });

    it('and not of other signers than the bitmap says', () => {
      const ofOthers = slopesOf([0, 1, 2].map((index) => nodeKeys[index]!.point));
      expectRefused(send(ofOthers), 'WrongSlope');
    });
  });

  /** Nodes 5, 6, 7 belong to one operator, who chose their keys in a relation to each other; node 0 is honest. */
  startingFrom(worldInUse, (world) => {
    const [first, second] = [namedKey('colluding 1'), namedKey('colluding 2')];
    const honest = nodeKeys[0]!;
    const join = (...keys: readonly NodeKey[]) => {
      keys.forEach((key, offset) => world().chain.must(world().registerNode(5 + offset, { key }), administrator));
      const changes = keys.map((_, offset) => world().set(5 + offset));
      world().chain.must(world().changeRegistry({ version: 1n, changes }), administrator);
    };
    /** A round that `signers` (node indices) are said to have signed, signed by `keys`. */
    const settle = (signers: readonly number[], keys: readonly NodeKey[], keyForm: KeyForm) => {
      const round = world().round({ registryVersion: 2n, signaturesRequired: signers.length });
      const message = attestationMessage({ deploymentId: DEPLOYMENT_ID, ...round, owner: owner.publicKey.toBytes() });
      const bitmap = bitmapOf(signers, world().registry(2n).count);
      return world().chain.send(world().settle(round, { signature: signWith(keys, message), keyForm, bitmap }), gatewayAuthority);
    };
    /** λ with λ² = x + x1 + x2: the slope by which an addition that takes any slope gives a point of x coordinate x. */
    const slopeTo = (x: bigint, x1: bigint, x2: bigint) => be32(Field.sqrt(Field.create(x + x1 + x2)));
    const tangentOf = ({ point }: NodeKey) => {
      const { x, y } = point.toAffine();
      return be32(Field.div(Field.mul(3n, Field.sqr(x)), Field.mul(2n, y)));
    };

    it('and no slope where the running sum equals the next key (P3 = P1 + P2): any would satisfy the equation', () => {
      const third = nodeKey(first.secret + second.secret);
      join(first, second, third);
      const ordinary = slopesOf([first.point, second.point]);
      const keys = [first, second, third];
      const tangent = tangentOf(third);
      for (const free of [ZERO, be32(1n), ordinary[0]!, tangent]) {
        expectRefused(settle([5, 6, 7], keys, { form: 'slopes', slopes: [...ordinary, free] }), 'WrongSlope');
      }
      // The forger picks the slope that leads to the x coordinate of a key with a known secret, and signs alone.
      const forged = Array.from({ length: 20 }, (_, attempt) => namedKey(`chosen by the forger ${attempt}`)).flatMap((chosen) => {
        const [target, x] = [chosen.point.toAffine(), third.point.toAffine().x];
        try {
          return [{ chosen, slope: slopeTo(target.x, x, x) }];
        } catch {
          return []; // Not a square: no slope leads there.
        }
      });
      expect(forged.length).toBeGreaterThan(0);
      for (const { chosen, slope } of forged) {
        expectRefused(settle([5, 6, 7], [chosen], { form: 'slopes', slopes: [...ordinary, slope] }), 'WrongSlope');
      }
      // The nodes did sign: the round was served, and is paid in the form that can express the sum.
      const aggregateKey = pointBytes(sumOf(keys.map(({ point }) => point)));
      expectAccepted(settle([5, 6, 7], keys, { form: 'sum', aggregateKey }));
    });

    it('and no slope where an honest signer comes before (P3 = P0 + P2)', () => {
      const third = nodeKey(honest.secret + first.secret);
      join(first, third);
      const ordinary = slopesOf([honest.point, first.point]);
      for (const free of [ZERO, ordinary[0]!, tangentOf(third)]) {
        expectRefused(settle([0, 5, 6], [honest, first, third], { form: 'slopes', slopes: [...ordinary, free] }), 'WrongSlope');
      }
    });

    it('and no slope where the sum is infinity (P3 = -(P1 + P2)), on the way or at the end', () => {
      const third = nodeKey(-(first.secret + second.secret));
      const fourth = namedKey('colluding 4');
      join(first, second, third, fourth);
      const ordinary = slopesOf([first.point, second.point]);
      for (const free of [ZERO, ordinary[0]!, tangentOf(third)]) {
        expectRefused(settle([5, 6, 7], [first], { form: 'slopes', slopes: [...ordinary, free] }), 'WrongSlope');
        expectRefused(settle([5, 6, 7, 8], [fourth], { form: 'slopes', slopes: [...ordinary, free, ZERO] }), 'WrongSlope');
      }
    });
  });
});
