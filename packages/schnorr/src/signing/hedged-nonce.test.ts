import { describe, expect, it } from 'vitest';
import { filled } from '../../tests/bytes.js';
import { curves } from '../../tests/curves.js';
import { portableCurve } from '../curve-noble.js';
import { hedgedNonce } from './hedged-nonce.js';
import { createSigningKey } from './signing-key.js';

// Its values are in session.vectors.test.ts.
describe.each(curves)('hedgedNonce on %s', (_form, curve) => {
  const signingKey = createSigningKey(filled(32, 5), { curve });
  const input = { signingKey, context: filled(32, 1) };

  it('gives the point of its scalar', () => {
    const { secret, point } = hedgedNonce(input, { random: () => filled(32, 2) });
    expect(curve.multiplyBase(secret)?.equals(point)).toBe(true);
  });

  it('depends on the key, the random bytes and the context', () => {
    const secrets = [
      hedgedNonce(input, { random: () => filled(32, 2) }),
      hedgedNonce(input, { random: () => filled(32, 3) }),
      hedgedNonce({ ...input, context: filled(32, 2) }, { random: () => filled(32, 2) }),
      hedgedNonce({ ...input, signingKey: createSigningKey(filled(32, 6), { curve }) }, { random: () => filled(32, 2) }),
    ].map(({ secret }) => Buffer.from(secret).toString('hex'));
    expect(new Set(secrets).size).toBe(4);
  });

  it.each([0, 31, 33, 48])('refuses a source that answers %s bytes', (length) => {
    expect(() => hedgedNonce(input, { random: () => filled(length, 1) })).toThrow(/^random: expected 32 bytes/);
  });
});

it('hedgedNonce refuses a nonce of zero, which would sign with the bare key', () => {
  const unlucky = { ...portableCurve, reduce: () => filled(32, 0) };
  const signingKey = createSigningKey(filled(32, 5), { curve: unlucky });
  expect(() => hedgedNonce({ signingKey, context: filled(32, 1) }, { random: () => filled(32, 2) })).toThrow(/nonce of zero/);
});
