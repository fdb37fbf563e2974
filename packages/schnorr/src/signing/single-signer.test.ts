import { describe, expect, it } from 'vitest';
import { countingRandom, filled } from '../../tests/bytes.js';
import { verifySignature } from '../verify.js';
import { publicKeyOf, SecretKeyError } from './secret-key.js';
import { signSingle } from './single-signer.js';

const secretKey = filled(32, 5);
const message = filled(32, 9);
const constant = (length: number): Uint8Array => filled(length, 1);

describe('signSingle', () => {
  it('signs for verifySignature', () => {
    const signature = signSingle({ secretKey, message, random: countingRandom(1) });
    expect(verifySignature({ publicKey: publicKeyOf(secretKey), message, ...signature })).toBe(true);
  });

  it('takes a fresh nonce from fresh entropy', () => {
    const random = countingRandom(1);
    const commitments = [1, 2].map(() => signSingle({ secretKey, message, random }).commitment);
    expect(commitments[0]).not.toEqual(commitments[1]);
  });

  it('repeats no nonce over two messages or two keys, even when the random source repeats itself', () => {
    const { commitment } = signSingle({ secretKey, message, random: constant });
    expect(signSingle({ secretKey, message: filled(32, 8), random: constant }).commitment).not.toEqual(commitment);
    expect(signSingle({ secretKey: filled(32, 4), message, random: constant }).commitment).not.toEqual(commitment);
    expect(signSingle({ secretKey, message, random: constant }).commitment).toEqual(commitment);
  });

  it('refuses bad keys, messages and random sources', () => {
    expect(() => signSingle({ secretKey: filled(32, 0), message, random: constant })).toThrow(SecretKeyError);
    expect(() => signSingle({ secretKey, message: filled(31, 9), random: constant })).toThrow(/^message: expected 32 bytes/);
    expect(() => signSingle({ secretKey, message, random: () => filled(31, 1) })).toThrow(/^random: expected 32 bytes/);
  });
});
