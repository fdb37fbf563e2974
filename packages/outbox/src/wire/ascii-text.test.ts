import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CorruptRecordError } from '../records/errors.js';
import { decodeAscii, encodeAscii } from './ascii-text.js';

it('whatever bytes are read back, from one character for each seven bits', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      const text = encodeAscii(bytes);
      expect(text.length).toBe(Math.ceil((bytes.length * 8) / 7));
      expect(Buffer.byteLength(text)).toBe(text.length);
      expect(decodeAscii(text)).toEqual(bytes);
    }),
  );
});

it('bits go from the highest to the lowest, and the last character is filled up', () => {
  expect(encodeAscii(Uint8Array.of(0xff))).toBe('\x7f\x40');
  expect(encodeAscii(Uint8Array.of(0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07))).toBe('\x00\x40\x40\x30\x20\x14\x0c\x07');
});

it('a character beyond ASCII is refused', () => {
  expect(() => decodeAscii('a\u0080')).toThrow(CorruptRecordError);
});
