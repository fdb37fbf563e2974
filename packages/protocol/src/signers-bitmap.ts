import { bytesOfLength } from './fixed-width.js';

const BITMAP_BYTES = 32;
const MAX_INDEX = BITMAP_BYTES * 8 - 1;

/**
 * 32 bytes, big-endian: bit `1 << i` of the 256-bit integer is node index `i` (docs/protocol.md#signers-bitmap).
 * @throws RangeError for an index outside 0..255 or named twice.
 */
export function signersBitmap(indices: readonly number[]): Uint8Array {
  const bitmap = new Uint8Array(BITMAP_BYTES);
  for (const index of indices) {
    if (!Number.isInteger(index) || index < 0 || index > MAX_INDEX) throw new RangeError('node index must be an integer from 0 to 255');
    const place = BITMAP_BYTES - 1 - (index >> 3);
    const bit = 1 << (index & 7);
    const byte = bitmap[place] ?? 0;
    if ((byte & bit) !== 0) throw new RangeError(`node index ${index} is named twice`);
    bitmap[place] = byte | bit;
  }
  return bitmap;
}

/** Node indices of a bitmap, ascending. @throws TypeError unless it has 32 bytes. */
export function signersOf(bitmap: Uint8Array): number[] {
  bytesOfLength('signersBitmap', bitmap, BITMAP_BYTES);
  const indices: number[] = [];
  for (let index = 0; index <= MAX_INDEX; index += 1) {
    const byte = bitmap[BITMAP_BYTES - 1 - (index >> 3)] ?? 0;
    if ((byte & (1 << (index & 7))) !== 0) indices.push(index);
  }
  return indices;
}
