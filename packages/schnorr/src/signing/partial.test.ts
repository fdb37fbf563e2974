import { describe, expect, it } from 'vitest';
import { filled, flipBit } from '../../tests/bytes.js';
import { nodeAt, sessionOf, testNodes } from '../../tests/sessions.js';
import { integerFromBytes, Scalars } from '../curve.js';
import { signPartial, verifyPartial } from './partial.js';
import { SecretKeyError } from './secret-key.js';
import { prepareSession } from './session.js';
import { SigningSessionError } from './session-error.js';

const signedSession = () => {
  const nodes = testNodes([0, 5]);
  const prepared = prepareSession(sessionOf(nodes));
  const { secretKey, pair, listed } = nodeAt(nodes, 1);
  return { prepared, nodes, input: { prepared, ownIndex: listed.index, secretKey, pair } };
};

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
    ['a secret key that is not the listed one', { secretKey: filled(32, 3) }, new SigningSessionError('foreign_key', 5)],
    ['a secret key of zero', { secretKey: filled(32, 0) }, new SecretKeyError()],
    ['a secret key of another width', { secretKey: filled(31, 3) }, new TypeError('secretKey: expected 32 bytes, got 31')],
  ])('refuses %s, and the pair is burned', (_what, change, error) => {
    const { input } = signedSession();
    expect(() => signPartial({ ...input, ...change })).toThrow(error);
    expect(() => signPartial(input)).toThrow(new SigningSessionError('nonces_used', 5));
  });
});

describe('signPartial in a session that lists half of its nonces', () => {
  it.each(['D', 'E'] as const)('refuses when only %s is another one', (half) => {
    const nodes = testNodes([0, 5]);
    const { secretKey, pair, listed } = nodeAt(nodes, 1);
    const foreign = { ...listed, [half]: nodeAt(testNodes([5], 2), 0).listed[half] };
    const prepared = prepareSession(sessionOf(nodes, { signers: [nodeAt(nodes, 0).listed, foreign] }));
    expect(() => signPartial({ prepared, ownIndex: 5, secretKey, pair })).toThrow(new SigningSessionError('foreign_nonces', 5));
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
    expect(integerFromBytes(filled(32, 0xff))).toBeGreaterThan(Scalars.ORDER);
    expect(verifyPartial(prepared, 5, filled(32, 0xff))).toBe(false);
    expect(verifyPartial(prepared, 5, filled(32, 0))).toBe(false);
  });

  it('throws a TypeError for another width', () => {
    expect(() => verifyPartial(prepared, 5, filled(33, 1))).toThrow(/^partial: expected 32 bytes/);
  });
});
