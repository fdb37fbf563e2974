import type { Aggregation } from './api-config.js';
import { type Decimal, formatScaled, scaleDecimal } from './decimal.js';
import { fromInt256, fromUint256, isInt256, toInt256, toUint256 } from './integer-256.js';

/** Exact mode packs a value as `uint256` of value × 10^18 (docs/protocol.md#decimal-and-packing). */
export const EXACT_DECIMALS = 18;

const UINT256_END = 2n ** 256n;

const VALUE_RULES = {
  negative: 'value must not be negative',
  out_of_range: 'value is out of range',
  loses_all_digits: 'value is not zero and would be packed as zero',
} as const;

/** The number cannot be packed: below zero in exact mode, beyond 256 bits after scaling, or not zero and zero after truncation. */
export class ValueError extends Error {
  override readonly name = 'ValueError';
  constructor(readonly reason: keyof typeof VALUE_RULES) {
    super(VALUE_RULES[reason]);
  }
}

/** Further digits are cut off, but never all of them: nodes would sign that something is worth nothing. */
function scaleWithDigits(decimal: Decimal, decimals: number): bigint {
  const scaled = scaleDecimal(decimal, decimals);
  if (scaled === 0n && decimal.mantissa !== 0n) throw new ValueError('loses_all_digits');
  return scaled;
}

/**
 * 32 bytes, big-endian, truncated toward zero.
 * @throws ValueError for a number below zero, however small, for one that needs more than 256 bits, and for one above zero but below 10^-18.
 */
export function packExact(decimal: Decimal): Uint8Array {
  if (decimal.mantissa < 0n) throw new ValueError('negative');
  const scaled = scaleWithDigits(decimal, EXACT_DECIMALS);
  if (scaled >= UINT256_END) throw new ValueError('out_of_range');
  return toUint256(scaled);
}

/**
 * Decimal rendering of a value packed in exact mode: `data.value` (docs/protocol.md#decimal-and-packing).
 * @throws TypeError unless it has 32 bytes.
 *
 * @example
 * formatExact(fromHex(data.valuePacked)); // '64628.31'
 */
export function formatExact(packed: Uint8Array): string {
  return formatScaled(fromUint256(packed), EXACT_DECIMALS);
}

/**
 * Tolerance mode packs a value as `int256` of value × 10^decimals: 32 bytes, big-endian, in two's complement, truncated toward zero.
 * @throws ValueError for a number that needs more than 256 bits, and for one that is not zero and has no digit left.
 */
export function packTolerance(decimal: Decimal, decimals: number): Uint8Array {
  const scaled = scaleWithDigits(decimal, decimals);
  if (!isInt256(scaled)) throw new ValueError('out_of_range');
  return toInt256(scaled);
}

/** Decimal rendering of a value packed in tolerance mode: `data.value` (docs/protocol.md#decimal-and-packing). @throws TypeError unless it has 32 bytes. */
export function formatTolerance(packed: Uint8Array, decimals: number): string {
  return formatScaled(fromInt256(packed), decimals);
}

/** Packs a value in the mode of its source: tolerance mode with an aggregation, exact mode without. @throws ValueError */
export function packValue(decimal: Decimal, aggregation: Aggregation | undefined): Uint8Array {
  return aggregation === undefined ? packExact(decimal) : packTolerance(decimal, aggregation.numeric.decimals);
}

/** The rendering in the mode of a source. @throws TypeError unless there are 32 bytes. */
export function formatValue(packed: Uint8Array, aggregation: Aggregation | undefined): string {
  return aggregation === undefined ? formatExact(packed) : formatTolerance(packed, aggregation.numeric.decimals);
}
