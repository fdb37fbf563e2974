import { isBytes } from '@noble/hashes/utils.js';

/**
 * Guards a public entry: wrong *types* throw, wrong *data* is answered with `false` or `null`.
 *
 * @throws TypeError naming the argument when `value` is not a Uint8Array of exactly `byteLength` bytes
 */
export function assertBytes(value: Uint8Array, byteLength: number, name: string): void {
  if (!isBytes(value)) throw new TypeError(`${name}: expected a Uint8Array of ${byteLength} bytes`);
  if (value.length !== byteLength) throw new TypeError(`${name}: expected ${byteLength} bytes, got ${value.length}`);
}

export function isAllZero(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0);
}
