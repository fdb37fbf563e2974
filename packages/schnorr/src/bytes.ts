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

/** Equality of public bytes; it returns early and must not see secrets. */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, position) => byte === b[position]);
}
