/** Fixed-width fields: what every hashed message and every seed is concatenated from. */

const U64_MAX = 2n ** 64n - 1n;
const encoder = new TextEncoder();

/** Bytes of a label or seed word. */
export function ascii(text: string): Uint8Array {
  return encoder.encode(text);
}

/** @throws RangeError unless `value` is an integer from 0 to 255. */
export function u8(value: number): Uint8Array {
  if (!Number.isInteger(value) || value < 0 || value > 255) throw new RangeError('u8 field must be an integer from 0 to 255');
  return Uint8Array.of(value);
}

/** Two bytes, little-endian. @throws RangeError unless `value` is an integer from 0 to 65,535. */
export function u16LE(value: number): Uint8Array {
  return littleEndian(value, 2);
}

/** Four bytes, little-endian. @throws RangeError unless `value` is an integer from 0 to 2^32 − 1. */
export function u32LE(value: number): Uint8Array {
  return littleEndian(value, 4);
}

function littleEndian(value: number, width: number): Uint8Array {
  if (!Number.isInteger(value) || value < 0 || value >= 256 ** width)
    throw new RangeError(`u${8 * width} field must be an integer from 0 to ${256 ** width - 1}`);
  return Uint8Array.from({ length: width }, (_, place) => Math.floor(value / 256 ** place) % 256);
}

/** Eight bytes, little-endian. @throws RangeError unless `value` is an integer from 0 to 2^64 − 1. */
export function u64LE(value: bigint | number): Uint8Array {
  if (typeof value === 'number' && !Number.isSafeInteger(value)) throw new RangeError('u64 field must be an integer');
  const integer = BigInt(value);
  if (integer < 0n || integer > U64_MAX) throw new RangeError('u64 field must be from 0 to 2^64 - 1');
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, integer, true);
  return bytes;
}

/** Guards a message against a field of the wrong width, which would shift every later field. @throws TypeError */
export function bytesOfLength(name: string, bytes: Uint8Array, length: number): Uint8Array {
  if (!(bytes instanceof Uint8Array) || bytes.length !== length) throw new TypeError(`${name} must be a Uint8Array of ${length} bytes`);
  return bytes;
}
