import { ed25519 } from '@noble/curves/ed25519.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifyEd25519 } from './ed25519.js';

function bytes(length: number): fc.Arbitrary<Uint8Array> {
  return fc.uint8Array({ minLength: length, maxLength: length });
}
function flip(data: Uint8Array, bit: number): Uint8Array {
  return data.map((byte, place) => (place === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte));
}
const runs = { numRuns: 40 };

describe('verifyEd25519', () => {
  it('accepts what an honest key has signed', () => {
    fc.assert(
      fc.property(bytes(32), fc.uint8Array({ maxLength: 200 }), (seed, message) => {
        const signature = ed25519.sign(message, seed);
        expect(verifyEd25519({ signature, message, publicKey: ed25519.getPublicKey(seed) })).toBe(true);
      }),
      runs,
    );
  });

  it('refuses a signature, key or message with one bit changed', () => {
    const target = fc.constantFrom('signature' as const, 'publicKey' as const, 'message' as const);
    fc.assert(
      fc.property(bytes(32), bytes(32), target, fc.nat(255), (seed, message, name, bit) => {
        const honest = { signature: ed25519.sign(message, seed), message, publicKey: ed25519.getPublicKey(seed) };
        expect(verifyEd25519({ ...honest, [name]: flip(honest[name], bit) })).toBe(false);
      }),
      runs,
    );
  });

  it('answers false to any bytes of any length', () => {
    const anything = fc.uint8Array({ maxLength: 70 });
    fc.assert(
      fc.property(anything, anything, anything, (signature, message, publicKey) => {
        expect(verifyEd25519({ signature, message, publicKey })).toBe(false);
      }),
    );
  });

  it('answers false to the all-zero signature under any key', () => {
    fc.assert(
      fc.property(bytes(32), bytes(32), (publicKey, message) => {
        expect(verifyEd25519({ signature: new Uint8Array(64), message, publicKey })).toBe(false);
      }),
      runs,
    );
  });

  it.each(['signature', 'message', 'publicKey'] as const)('throws for a %s that is not bytes', (name) => {
    const honest = { signature: new Uint8Array(64), message: new Uint8Array(1), publicKey: new Uint8Array(32) };
    const wrong: unknown = '00';
    expect(() => verifyEd25519({ ...honest, [name]: wrong as Uint8Array })).toThrow(TypeError);
  });
});
