import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromHex, HexError, toHex } from './hex.js';

describe('hex', () => {
  it('is lower case and prefixed on output', () => {
    expect(toHex(Uint8Array.of(0, 10, 255))).toBe('0x000aff');
  });

  it.each(['0x00aAfF', '00aAfF'])('%s is read in either case, with or without the prefix', (text) => {
    expect(fromHex(text)).toEqual(Uint8Array.of(0, 170, 255));
  });

  it.each(['0', '0x0', '0xg0', 'xx', '0X00', ' 00', '00\n', '0x0x', '٠٠'])('%j is refused', (text) => {
    expect(() => fromHex(text)).toThrow(HexError);
  });

  it.each(['', '0x', '0x0000', '0x00000000'])('%j is not three bytes', (text) => {
    expect(() => fromHex(text, 3)).toThrow(HexError);
  });

  it('gives every bytes back', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
        expect(fromHex(toHex(bytes), bytes.length)).toEqual(bytes);
      }),
    );
  });

  it('keeps the text out of its errors, because it may be a secret', () => {
    expect(() => fromHex('deadbeefsecret00')).toThrow(
      expect.not.objectContaining({ message: expect.stringContaining('secret') as string }),
    );
  });
});
