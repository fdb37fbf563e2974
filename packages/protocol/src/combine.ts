import { keccak_256 } from '@noble/hashes/sha3.js';
import { concatBytes } from '@noble/hashes/utils.js';
import type { Decimal } from './decimal.js';
import { ascii, bytesOfLength, u16LE, u32LE, u8 } from './fixed-width.js';
import { formOfIndex } from './form.js';
import { fromHex, toHex } from './hex.js';
import { fromInt256, toInt256, toUint256 } from './integer-256.js';
import { LABELS } from './labels.js';
import { scaledDeviation } from './max-deviation.js';
import { medianOfNumbers } from './median.js';
import type { ObservedValue } from './observation.js';
import type { SourceId } from './source-id.js';
import { type UnixMs, unixMs } from './units.js';
import { packTolerance, ValueError } from './value.js';

/** Numbers by which an index makes one value of its sources (protocol, Index). */
export interface Combine {
  readonly rule: 'median';
  /** Sources that must agree, 2 to the number of sources. */
  readonly minSources: number;
  /** Largest deviation from the lower median, of sources at a node and of nodes in a round. */
  readonly maxDeviationBps: number;
  /** A distance from the median that is allowed besides, a decimal in its shortest form. */
  readonly maxDeviation?: string;
  /** Largest age of a node's value when a round fixes its set, milliseconds. */
  readonly maxAgeMs: number;
  /** The packed value is the value × 10^decimals. */
  readonly decimals: number;
}

/**
 * The text of an index, whose keccak256 is its id: `SVC_INDEX_V1` ‖ u8 n ‖ u8 min_sources ‖ u16 LE max_deviation_bps ‖ u256 BE max_deviation
 * ‖ u32 LE max_age_ms ‖ u8 decimals ‖ source ids, ascending. `show_source` takes it. `max_deviation` is scaled by 10^decimals, zero without one.
 * @throws RangeError unless there are 2 to 32 distinct sources, and `minSources` is 2 to their number
 */
export function indexText(input: { readonly sourceIds: readonly SourceId[]; readonly combine: Combine }): Uint8Array {
  const { sourceIds, combine } = input;
  const { minSources, maxDeviationBps, maxDeviation, maxAgeMs, decimals } = combine;
  formOfIndex(sourceIds.length);
  if (!(Number.isInteger(minSources) && minSources >= 2 && minSources <= sourceIds.length))
    throw new RangeError('minSources must be 2 to the number of sources');
  const ids = [...new Set(sourceIds.map((sourceId) => toHex(bytesOfLength('sourceId', sourceId, 32))))].toSorted();
  if (ids.length < sourceIds.length) throw new RangeError('the sources of an index must be distinct');
  return concatBytes(
    ascii(LABELS.index),
    u8(ids.length),
    u8(minSources),
    u16LE(maxDeviationBps),
    toUint256(scaledDeviation(maxDeviation, decimals)),
    u32LE(maxAgeMs),
    u8(decimals),
    ...ids.map((id) => fromHex(id)),
  );
}

/** Identity of an index: keccak256 of {@link indexText}. The order of the sources does not count. @throws RangeError likewise */
export function deriveIndexId(input: Parameters<typeof indexText>[0]): SourceId {
  return keccak_256(indexText(input)) as Uint8Array as SourceId;
}

/** A number of one source, before it is packed. */
export interface SourceNumber {
  readonly decimal: Decimal;
  /** When the last byte of the body arrived, on the node's clock. */
  readonly receivedAtMs: UnixMs;
}

/**
 * The value of an index at one node: the lower median of the sources that agree, of the age of the oldest of those. A source without a number
 * takes no part, nor one whose number cannot be packed.
 *
 * @returns null where fewer than `minSources` agree
 */
export function combineNumbers(numbers: readonly (SourceNumber | null)[], combine: Combine): ObservedValue | null {
  const packed = numbers.flatMap((number) => (number === null ? [] : packNumber(number, combine)));
  const { number, kept } = medianOfNumbers(packed, combine);
  if (kept.length < combine.minSources) return null;
  return { value: toInt256(number), receivedAtMs: unixMs(Math.min(...kept.map(({ receivedAtMs }) => receivedAtMs))) };
}

function packNumber({ decimal, receivedAtMs }: SourceNumber, { decimals }: Combine): { number: bigint; receivedAtMs: UnixMs }[] {
  try {
    return [{ number: fromInt256(packTolerance(decimal, decimals)), receivedAtMs }];
  } catch (error) {
    if (error instanceof ValueError) return [];
    throw error;
  }
}
