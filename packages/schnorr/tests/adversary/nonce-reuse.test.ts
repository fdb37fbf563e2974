import { describe, expect, it } from 'vitest';
import { integerFromBytes, Scalars } from '../../src/curve.js';
import { createNoncePair, prepareSession, signPartial } from '../../src/signing/index.js';
import { countingRandom, randomYielding } from '../bytes.js';
import { nodeAt, sessionOf, testNodes } from '../sessions.js';

/** x of d + b·e' + e·x = s, given three such equations: d falls out of the differences, then e' by Cramer's rule. */
const solveForKey = (equations: readonly { b: bigint; e: bigint; s: bigint }[]): bigint => {
  const [first, ...rest] = equations;
  if (first === undefined) throw new Error('no equations');
  const [one, two] = rest.map(({ b, e, s }) => ({ b: Scalars.sub(b, first.b), e: Scalars.sub(e, first.e), s: Scalars.sub(s, first.s) }));
  if (one === undefined || two === undefined) throw new Error('three equations are needed');
  const determinant = Scalars.sub(Scalars.mul(one.b, two.e), Scalars.mul(two.b, one.e));
  return Scalars.div(Scalars.sub(Scalars.mul(one.b, two.s), Scalars.mul(two.b, one.s)), determinant);
};

/**
 * The attack: three answers of one node from one nonce pair are three linear equations in d, e and x, and x is the signing key.
 * The attacker is a gateway with a node of its own; it changes only that node's nonces, so every check of the victim passes.
 */
describe('one nonce pair and three sign calls at once', () => {
  it('would give the signing key away', () => {
    const nodes = testNodes([0, 1]);
    const { secretKey, listed } = nodeAt(nodes, 0);
    const reused = (): ReturnType<typeof createNoncePair> => createNoncePair(randomYielding(11n, 13n));
    const random = countingRandom(9);
    const equations = [0, 1, 2].map(() => {
      const accomplice = { ...nodeAt(nodes, 1).listed, ...createNoncePair(random).commitment };
      const prepared = prepareSession(sessionOf(nodes, { signers: [{ ...listed, ...reused().commitment }, accomplice] }));
      const partial = signPartial({ prepared, ownIndex: 0, secretKey, pair: reused().pair });
      return { b: prepared.bindingFactor, e: prepared.challenge, s: integerFromBytes(partial) };
    });
    expect(solveForKey(equations)).toBe(integerFromBytes(secretKey));
  });

  it('answers one of them', async () => {
    const nodes = testNodes([0, 1]);
    const victim = nodeAt(nodes, 0);
    const accomplice = nodeAt(nodes, 1);
    const random = countingRandom(9);
    const sessions = [0, 1, 2].map(() => {
      const { commitment } = createNoncePair(random);
      return prepareSession(sessionOf(nodes, { signers: [victim.listed, { ...accomplice.listed, ...commitment }] }));
    });
    const calls = sessions.map(async (prepared) => {
      await Promise.resolve();
      return signPartial({ prepared, ownIndex: 0, secretKey: victim.secretKey, pair: victim.pair });
    });

    const outcomes = await Promise.allSettled(calls);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ name: 'SigningSessionError', reason: 'nonces_used' });
    }
  });

  it('answers nobody after a refused call, so that probing costs the attacker the pair', () => {
    const nodes = testNodes([0, 1]);
    const { secretKey, pair } = nodeAt(nodes, 0);
    const prepared = prepareSession(sessionOf(nodes));
    expect(() => signPartial({ prepared, ownIndex: 1, secretKey, pair })).toThrow(/foreign_nonces/);
    expect(() => signPartial({ prepared, ownIndex: 0, secretKey, pair })).toThrow(/nonces_used/);
  });
});
