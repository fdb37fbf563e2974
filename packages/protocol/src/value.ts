import type { Aggregation } from './api-config.js';
import { type Decimal, formatScaled, scaleDecimal } from './decimal.js';
import { fromInt256, fromUint256, isInt256, toInt256, toUint256 } from './integer-256.js';

/** Exact mode packs a value as `uint256` of value × 10^18 (protocol §2.5). */
export const EXACT_DECIMALS = 18;

const UINT256_END = 2n ** 256n;

/** The number cannot be packed: below zero in exact mode, or beyond 256 bits after scaling. */
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
  return toUint256(scaled);
}

/** Decimal rendering of a value packed in exact mode: `data.value` (interface §2.5). @throws TypeError unless it has 32 bytes. */
export function formatExact(packed: Uint8Array): string {
  return formatScaled(fromUint256(packed), EXACT_DECIMALS);
}

/**
 * Tolerance mode packs a value as `int256` of value × 10^decimals: 32 bytes, big-endian, in two's complement, truncated toward zero.
 * @throws ValueError for a number that needs more than 256 bits.
 */
export function packTolerance(decimal: Decimal, decimals: number): Uint8Array {
  const scaled = scaleDecimal(decimal, decimals);
  if (!isInt256(scaled)) throw new ValueError('out_of_range');
  return toInt256(scaled);
}

/** Decimal rendering of a value packed in tolerance mode: `data.value` (interface §2.5). @throws TypeError unless it has 32 bytes. */
export function formatTolerance(packed: Uint8Array, decimals: number): string {
  return formatScaled(fromInt256(packed), decimals);
}

/** In the mode of a source: tolerance mode with an aggregation, exact mode without. @throws ValueError */
export function packValue(decimal: Decimal, aggregation: Aggregation | undefined): Uint8Array {
  return aggregation === undefined ? packExact(decimal) : packTolerance(decimal, aggregation.numeric.decimals);
}

/** The rendering in the mode of a source. @throws TypeError unless there are 32 bytes. */
export function formatValue(packed: Uint8Array, aggregation: Aggregation | undefined): string {
  return aggregation === undefined ? formatExact(packed) : formatTolerance(packed, aggregation.numeric.decimals);
}
