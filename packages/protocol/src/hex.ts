import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';

/** `text` is no hexadecimal rendering of the expected number of bytes. Holds no part of the text, which may be a secret. */
export class HexError extends Error {
  override readonly name = 'HexError';
  constructor(readonly rule: string) {
    super(`hex ${rule}`);
  }
}

const HEX_DIGITS = /^[0-9a-fA-F]*$/;

/**
 * Lower case, `0x`-prefixed.
 *
 * @example
 * toHex(Uint8Array.of(1, 2)); // '0x0102'
 */
export function toHex(bytes: Uint8Array): string {
  return `0x${bytesToHex(bytes)}`;
}

/**
 * Bytes of a hexadecimal text: either case, with or without `0x`.
 * @throws HexError when it is malformed or, with `byteLength` given, of another length.
 * @example
 * fromHex('0x0102', 2); // Uint8Array [1, 2]
 */
export function fromHex(text: string, byteLength?: number): Uint8Array {
  const digits = text.startsWith('0x') ? text.slice(2) : text;
  if (byteLength !== undefined && digits.length !== byteLength * 2) throw new HexError(`must have ${byteLength * 2} digits`);
  if (digits.length % 2 !== 0) throw new HexError('must have an even number of digits');
  if (!HEX_DIGITS.test(digits)) throw new HexError('must consist of hexadecimal digits');
  return hexToBytes(digits);
}
