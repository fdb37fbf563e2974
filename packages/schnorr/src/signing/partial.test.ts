import { bytesToNumberBE } from '@noble/curves/utils.js';
import { describe, expect, it } from 'vitest';
import { filled, flipBit } from '../../tests/bytes.js';
import { curves } from '../../tests/curves.js';
import { nodeAt, sessionOf, testNodes } from '../../tests/sessions.js';
import { Scalars } from '../secp256k1.js';
import { signPartial, verifyPartial } from './partial.js';
import { prepareSession } from './prepare-session.js';
import { SigningSessionError } from './session-error.js';
import { createSigningKey } from './signing-key.js';

describe.each(curves)('on %s', (_form, curve) => {
  function signedSession() {
    const nodes = testNodes([0, 5], { curve });
    const prepared = prepareSession(sessionOf(nodes), { curve });
    const { signingKey, pair, listed } = nodeAt(nodes, 1);
    return { prepared, nodes, input: { prepared, ownIndex: listed.index, signingKey, pair } };
  }

  describe('signPartial', () => {
    it('makes a partial signature that verifies at its own index', () => {
      const { prepared, input } = signedSession();
      const partial = signPartial(input);
      expect(partial).toHaveLength(32);
      expect(verifyPartial(prepared, 5, partial)).toBe(true);
    });

    it('signs once', () => {
      const { input } = signedSession();
      signPartial(input);
      expect(() => signPartial(input)).toThrow(new SigningSessionError('nonces_used', 5));
    });

    it.each([
      ['an index that is not in the session', { ownIndex: 4 }, new SigningSessionError('not_a_signer', 4)],
      ["another signer's index", { ownIndex: 0 }, new SigningSessionError('foreign_nonces', 0)],
      [
        'a signing key that is not the listed one',
        { signingKey: createSigningKey(filled(32, 3), { curve }) },
        new SigningSessionError('foreign_key', 5),
      ],
    ])('refuses %s, and the pair is burned', (_what, change, error) => {
      const { input } = signedSession();
      expect(() => signPartial({ ...input, ...change })).toThrow(error);
      expect(() => signPartial(input)).toThrow(new SigningSessionError('nonces_used', 5));
    });

    it.each(['D', 'E'] as const)('refuses a session that lists another %s alone', (half) => {
      const nodes = testNodes([0, 5], { curve });
      const { signingKey, pair, listed } = nodeAt(nodes, 1);
      const foreign = { ...listed, [half]: nodeAt(testNodes([5], { seed: 2, curve }), 0).listed[half] };
      const prepared = prepareSession(sessionOf(nodes, { signers: [nodeAt(nodes, 0).listed, foreign] }), { curve });
      expect(() => signPartial({ prepared, ownIndex: 5, signingKey, pair })).toThrow(new SigningSessionError('foreign_nonces', 5));
    });
  });

  describe('verifyPartial', () => {
    const { prepared, input } = signedSession();
    const partial = signPartial(input);

    it('refuses a partial signature with any bit changed', () => {
      for (let bit = 0; bit < 256; bit += 17) expect(verifyPartial(prepared, 5, flipBit(partial, bit))).toBe(false);
    });

    it('refuses it at the index of another signer, or of none', () => {
      expect(verifyPartial(prepared, 0, partial)).toBe(false);
      expect(verifyPartial(prepared, 6, partial)).toBe(false);
    });

    it('refuses scalars from n on, and zero', () => {
      expect(bytesToNumberBE(filled(32, 0xff))).toBeGreaterThan(Scalars.ORDER);
      expect(verifyPartial(prepared, 5, filled(32, 0xff))).toBe(false);
      expect(verifyPartial(prepared, 5, filled(32, 0))).toBe(false);
    });

    it('throws a TypeError for another width', () => {
      expect(() => verifyPartial(prepared, 5, filled(33, 1))).toThrow(/^partial: expected 32 bytes/);
    });
  });
});
