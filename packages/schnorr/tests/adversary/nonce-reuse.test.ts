import { bytesToNumberBE } from '@noble/curves/utils.js';
import { describe, expect, it } from 'vitest';
import { createNoncePair, prepareSession, signPartial } from '../../src/signing/index.js';
import { countingRandom, filled } from '../bytes.js';
import { curves } from '../curves.js';
import { nodeAt, SESSION_ID, sessionOf, testNodes } from '../sessions.js';
import { solveForKey } from '../solve-for-key.js';

/**
 * The attack: three answers of one node from one nonce pair are three linear equations in its two nonces and x, and x is the signing key.
 * The attacker is a gateway with a node of its own; it changes only that node's nonces, so every check of the victim passes.
 */
describe.each(curves)('one nonce pair and three sign calls at once, on %s', (_form, curve) => {
  function accompliceWithNonces(place: number) {
    const { listed, signingKey } = nodeAt(testNodes([0, 1], { curve }), 1);
    const { commitment } = createNoncePair({ signingKey, sessionId: SESSION_ID, attempt: 0 }, { random: countingRandom(9 + place) });
    return { ...listed, ...commitment };
  }

  it('would give the signing key away', () => {
    const { secretKey, signingKey, listed } = nodeAt(testNodes([0], { curve }), 0);
    // The same key, session, attempt and random bytes: what a hedge cannot tell apart.
    const reused = () => createNoncePair({ signingKey, sessionId: SESSION_ID, attempt: 0 }, { random: () => filled(32, 1) });
    const equations = [0, 1, 2].map((place) => {
      const signers = [{ ...listed, ...reused().commitment }, accompliceWithNonces(place)];
      const prepared = prepareSession(sessionOf([], { signers }), { curve });
      const partial = signPartial({ prepared, ownIndex: 0, signingKey, pair: reused().pair });
      return { b: prepared.bindingFactor, e: prepared.challenge, s: bytesToNumberBE(partial) };
    });
    expect(solveForKey(equations)).toBe(bytesToNumberBE(secretKey));
  });

  it('answers one of them', async () => {
    const victim = nodeAt(testNodes([0, 1], { curve }), 0);
    const sessions = [0, 1, 2].map((place) =>
      prepareSession(sessionOf([], { signers: [victim.listed, accompliceWithNonces(place)] }), { curve }),
    );
    const calls = sessions.map(async (prepared) => {
      await Promise.resolve();
      return signPartial({ prepared, ownIndex: 0, signingKey: victim.signingKey, pair: victim.pair });
    });

    const outcomes = await Promise.allSettled(calls);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ name: 'SigningSessionError', reason: 'nonces_used' });
    }
  });

  it('gives no answer after a refused call, so that probing costs the attacker the pair', () => {
    const nodes = testNodes([0, 1], { curve });
    const { signingKey, pair } = nodeAt(nodes, 0);
    const prepared = prepareSession(sessionOf(nodes), { curve });
    expect(() => signPartial({ prepared, ownIndex: 1, signingKey, pair })).toThrow(/foreign_nonces/);
    expect(() => signPartial({ prepared, ownIndex: 0, signingKey, pair })).toThrow(/nonces_used/);
  });
});
