import { type Decimal, formatScaled, scaleDecimal } from './decimal.js';
import { bytesOfLength } from './fixed-width.js';

/** Exact mode packs a value as `uint256` of value × 10^18 (protocol §2.5). */
export const EXACT_DECIMALS = 18;

const VALUE_BYTES = 32;
const UINT256_END = 2n ** 256n;

/** The number cannot be packed: below zero, or at least 2^256 after scaling. */
export class ValueError extends Error {
  override readonly name = 'ValueError';
  constructor(readonly reason: 'negative' | 'out_of_range') {
    super(reason === 'negative' ? 'value must not be negative' : 'value is out of range');
  }
}

/**
 * 32 bytes, big-endian, truncated toward zero.
 * @throws ValueError for a number below zero, however small, and for one that needs more than 256 bits.
 */
export function packExact(decimal: Decimal): Uint8Array {
  if (decimal.mantissa < 0n) throw new ValueError('negative');
  const scaled = scaleDecimal(decimal, EXACT_DECIMALS);
  if (scaled >= UINT256_END) throw new ValueError('out_of_range');
  const packed = new Uint8Array(VALUE_BYTES);
  let rest = scaled;
  for (let place = VALUE_BYTES - 1; rest > 0n; place -= 1) {
    packed[place] = Number(rest & 0xffn);
    rest >>= 8n;
  }
  return packed;
}

/** Decimal rendering of a value packed in exact mode: `data.value` (interface §2.5). @throws TypeError unless it has 32 bytes. */
export function formatExact(packed: Uint8Array): string {
  bytesOfLength('value', packed, VALUE_BYTES);
  let value = 0n;
  for (const byte of packed) value = (value << 8n) | BigInt(byte);
  return formatScaled(value, EXACT_DECIMALS);
}
