import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { filled, hex } from '../../tests/bytes.js';
import { curves } from '../../tests/curves.js';
import { encodePublicKey, Point, Scalars } from '../secp256k1.js';
import { createSigningKey, openSigningKey, SecretKeyError } from './signing-key.js';

describe.each(curves)('createSigningKey on %s', (_form, curve) => {
  it('has the public key', () => {
    expect(createSigningKey(filled(32, 3), { curve }).publicKey).toEqual(
      encodePublicKey(Point.BASE.multiply(BigInt(`0x${'03'.repeat(32)}`))),
    );
  });

  it.each([
    ['zero', filled(32, 0)],
    ['n', hex(Scalars.ORDER.toString(16))],
    ['2²⁵⁶ − 1', filled(32, 0xff)],
  ])('refuses %s', (_what, secretKey) => {
    expect(() => createSigningKey(secretKey, { curve })).toThrow(SecretKeyError);
  });

  it('keeps nothing that the caller can change afterwards', () => {
    const secretKey = filled(32, 3);
    const signingKey = createSigningKey(secretKey, { curve });
    secretKey.fill(4);
    signingKey.publicKey.fill(0);
    expect(openSigningKey(signingKey)).toMatchObject({ secret: filled(32, 3) });
    expect(openSigningKey(signingKey).publicKey.equals(Point.BASE.multiply(BigInt(`0x${'03'.repeat(32)}`)))).toBe(true);
  });
});

describe('a signing key', () => {
  const signingKey = createSigningKey(filled(32, 0xab));

  it('refuses to be stored as JSON', () => {
    expect(() => JSON.stringify({ key: signingKey })).toThrow(/must not be stored/);
  });

  it('shows its secret to no inspection', () => {
    const shown = inspect(signingKey, { depth: 10, showHidden: true });
    expect(shown).not.toMatch(/171, 171|abab/);
    expect(Reflect.ownKeys(signingKey)).toEqual(['publicKey']);
  });

  it('is one that was made here, no clone and no look-alike', () => {
    const clone: unknown = structuredClone(signingKey);
    for (const other of [clone, Object.create(signingKey), { publicKey: signingKey.publicKey }]) {
      expect(() => openSigningKey(other as typeof signingKey)).toThrow(TypeError);
    }
  });
});
