import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { flipBit } from '../tests/bytes.js';
import { verifyBackends } from '../tests/verify-backends.js';
import { createSigningKey, signSingle } from './signing/index.js';
import type { SignatureInput } from './signature.js';

function bytes(length: number): fc.Arbitrary<Uint8Array> {
  return fc.uint8Array({ minLength: length, maxLength: length });
}

// A random 32-byte string is outside 1..n−1 with probability 2⁻¹²⁷.
const signed: fc.Arbitrary<SignatureInput> = fc
  .record({ secretKey: bytes(32).filter((key) => key.some((byte) => byte !== 0)), message: bytes(32), entropy: bytes(32) })
  .map(({ secretKey, message, entropy }) => {
    const signingKey = createSigningKey(secretKey);
    return { publicKey: signingKey.publicKey, message, ...signSingle({ signingKey, message }, { random: () => entropy }) };
  });

function verdictsOf(input: SignatureInput): boolean[] {
  return verifyBackends.map(([, verify]) => verify(input));
}
function all(verdict: boolean): boolean[] {
  return verifyBackends.map(() => verdict);
}

describe('every way to verify', () => {
  it('accepts every honest signature', () => {
    fc.assert(
      fc.property(signed, (input) => {
        expect(verdictsOf(input)).toEqual(all(true));
      }),
      { numRuns: 50 },
    );
  });

  it.each([
    ['publicKey', 512],
    ['message', 256],
    ['s', 256],
    ['commitment', 160],
  ] as const)('refuses a signature with any one bit of its %s changed', (field, bits) => {
    fc.assert(
      fc.property(signed, fc.nat(bits - 1), (input, bit) => {
        expect(verdictsOf({ ...input, [field]: flipBit(input[field], bit) })).toEqual(all(false));
      }),
      { numRuns: 25 },
    );
  });

  it('gives one verdict, and never throws, for arbitrary bytes of the right widths', () => {
    const input = fc.record({ publicKey: bytes(64), message: bytes(32), s: bytes(32), commitment: bytes(20) });
    fc.assert(
      fc.property(input, (candidate) => {
        expect(verdictsOf(candidate)).toEqual(all(false));
      }),
      { numRuns: 200 },
    );
  });
});
