import { PublicKey } from '@solana/web3.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AddressError, formatAddress, isAddress, parseAddress, toAddress } from './address.js';

const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 });

describe('an address', () => {
  it('is the same in every form: text, bytes, and the PublicKey of @solana/web3.js', () => {
    fc.assert(
      fc.property(bytes32, (bytes) => {
        const key = new PublicKey(bytes);
        for (const form of [bytes, key, key.toBase58()]) expect(Buffer.compare(toAddress(form), bytes)).toBe(0);
        expect(formatAddress(toAddress(bytes))).toBe(key.toBase58());
      }),
    );
  });

  it('does not change with the bytes it was made of', () => {
    const bytes = new Uint8Array(32).fill(1);
    const address = toAddress(bytes);
    bytes.fill(2);
    expect(address).toEqual(new Uint8Array(32).fill(1));
  });

  it('has 32 bytes, and a text that is base58 of 32', () => {
    for (const length of [0, 31, 33, 64]) expect(() => toAddress(new Uint8Array(length))).toThrow(AddressError);
    for (const text of ['', '1', '1'.repeat(31), '1'.repeat(33), '0'.repeat(32), '1'.repeat(100_000)]) {
      expect(isAddress(text)).toBe(false);
      expect(() => parseAddress(text)).toThrow(AddressError);
      expect(() => toAddress(text)).toThrow('address must be the base58 form of 32 bytes');
    }
    expect(parseAddress('1'.repeat(32))).toEqual(new Uint8Array(32));
  });
});
