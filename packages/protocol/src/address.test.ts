import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  AddressError,
  formatAddress,
  formatSignature,
  isAddress,
  parseAddress,
  parseSignature,
  SignatureFormatError,
  toAddress,
} from './address.js';
import { toHex } from './hex.js';
import { base58 } from '@scure/base';

function bytes(length: number): fc.Arbitrary<Uint8Array> {
  return fc.uint8Array({ minLength: length, maxLength: length });
}

const notAddresses = [
  '',
  '1',
  '1'.repeat(31),
  '1'.repeat(33),
  '0'.repeat(32),
  'z'.repeat(44),
  'z'.repeat(10_000),
  ' 11111111111111111111111111111111',
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DAl',
];

describe('address', () => {
  it('of the system program is 32 zero bytes', () => {
    expect(parseAddress('1'.repeat(32))).toEqual(new Uint8Array(32));
  });

  it('is read as it is written', () => {
    fc.assert(
      fc.property(bytes(32), (data) => {
        const text = formatAddress(toAddress(data));
        expect(isAddress(text)).toBe(true);
        expect(parseAddress(text)).toEqual(data);
      }),
    );
  });

  it.each(notAddresses)('%# is refused', (text) => {
    expect(isAddress(text)).toBe(false);
    expect(() => parseAddress(text)).toThrow(AddressError);
  });

  it('has no other length', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 48 }).filter((data) => data.length !== 32),
        (data) => {
          expect(isAddress(base58.encode(data))).toBe(false);
          expect(() => toAddress(data)).toThrow(AddressError);
        },
      ),
    );
  });

  it('is a copy of the bytes it was made from', () => {
    const data = new Uint8Array(32);
    const address = toAddress(data);
    data[0] = 1;
    expect(address[0]).toBe(0);
  });
});

describe('signature text', () => {
  it('is base58 or hex, with the prefix or without', () => {
    fc.assert(
      fc.property(bytes(64), (data) => {
        expect(parseSignature(base58.encode(data))).toEqual(data);
        expect(formatSignature(data)).toBe(base58.encode(data));
        expect(parseSignature(toHex(data))).toEqual(data);
        expect(parseSignature(toHex(data).slice(2))).toEqual(data);
      }),
    );
  });

  it.each([
    '',
    '0x',
    'ab'.repeat(63),
    'zz'.repeat(64),
    `0x${'ab'.repeat(63)}`,
    `0x${'ab'.repeat(65)}`,
    `0x${'zz'.repeat(64)}`,
    '1'.repeat(63),
    '1'.repeat(65),
    'z'.repeat(88),
    '1'.repeat(10_000),
  ])('%# is refused', (text) => {
    expect(() => parseSignature(text)).toThrow(SignatureFormatError);
  });
});
