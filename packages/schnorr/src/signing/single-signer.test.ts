import { describe, expect, it } from 'vitest';
import { countingRandom, filled } from '../../tests/bytes.js';
import { curves } from '../../tests/curves.js';
import { verifySignature } from '../verify.js';
import { createSigningKey } from './signing-key.js';
import { signSingle } from './single-signer.js';

const message = filled(32, 9);
function constant(length: number): Uint8Array {
  return filled(length, 1);
}

describe.each(curves)('signSingle on %s', (_form, curve) => {
  const signingKey = createSigningKey(filled(32, 5), { curve });

  it('signs for verifySignature', () => {
    const signature = signSingle({ signingKey, message }, { random: countingRandom(1) });
    expect(verifySignature({ publicKey: signingKey.publicKey, message, ...signature })).toBe(true);
  });

  it('makes the same signature on the other form', () => {
    const onEach = curves.map(([, other]) =>
      signSingle({ signingKey: createSigningKey(filled(32, 5), { curve: other }), message }, { random: constant }),
    );
    expect(onEach[0]).toEqual(signSingle({ signingKey, message }, { random: constant }));
    expect(onEach[1]).toEqual(onEach[0]);
  });

  it('takes a fresh nonce from fresh entropy', () => {
    const random = countingRandom(1);
    const commitments = [1, 2].map(() => signSingle({ signingKey, message }, { random }).commitment);
    expect(commitments[0]).not.toEqual(commitments[1]);
  });

  it('repeats no nonce over two messages or two keys, even when the random source repeats itself', () => {
    const otherKey = createSigningKey(filled(32, 4), { curve });
    const { commitment } = signSingle({ signingKey, message }, { random: constant });
    expect(signSingle({ signingKey, message: filled(32, 8) }, { random: constant }).commitment).not.toEqual(commitment);
    expect(signSingle({ signingKey: otherKey, message }, { random: constant }).commitment).not.toEqual(commitment);
    expect(signSingle({ signingKey, message }, { random: constant }).commitment).toEqual(commitment);
  });

  it('is not misled by a caller that writes into the public key it was given', () => {
    const written = createSigningKey(filled(32, 5), { curve });
    const publicKey = written.publicKey.slice();
    written.publicKey.fill(1);
    const signature = signSingle({ signingKey: written, message }, { random: constant });
    expect(verifySignature({ publicKey, message, ...signature })).toBe(true);
  });

  it('refuses bad messages and random sources', () => {
    expect(() => signSingle({ signingKey, message: filled(31, 9) }, { random: constant })).toThrow(/^message: expected 32 bytes/);
    expect(() => signSingle({ signingKey, message }, { random: () => filled(31, 1) })).toThrow(/^random: expected 32 bytes/);
  });
});
