import { CorruptRecordError } from '../records/errors.js';

const BITS = 7;
const MASK = (1 << BITS) - 1;

/** Bytes as ASCII, seven bits in a character, the last one filled up with zeros: 8 characters for 7 bytes, where base64 takes more than 9. */
export function encodeAscii(bytes: Uint8Array): string {
  const characters = new Uint8Array(Math.ceil((bytes.length * 8) / BITS));
  let [buffered, bits, place] = [0, 0, 0];
  for (const byte of bytes) {
    buffered = ((buffered << 8) | byte) & 0x3fff;
    bits += 8;
    while (bits >= BITS) {
      bits -= BITS;
      characters[place++] = (buffered >> bits) & MASK;
    }
  }
  if (bits > 0) characters[place] = (buffered << (BITS - bits)) & MASK;
  return Buffer.from(characters).toString('latin1');
}

/** Reads back what `encodeAscii` wrote. Throws CorruptRecordError. */
export function decodeAscii(text: string): Uint8Array {
  const bytes = new Uint8Array(Math.floor((text.length * BITS) / 8));
  let [buffered, bits, place] = [0, 0, 0];
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charCodeAt(index);
    if (character > MASK) throw new CorruptRecordError('packed bytes hold another character than ASCII');
    buffered = ((buffered << BITS) | character) & 0x7fff;
    bits += BITS;
    if (bits >= 8) {
      bits -= 8;
      bytes[place++] = (buffered >> bits) & 0xff;
    }
  }
  return bytes;
}
