import type { Aggregation } from './api-config.js';
import { fromInt256, toInt256 } from './integer-256.js';
import { scaledDeviation } from './max-deviation.js';
import type { ObservedValue } from './observation.js';
import { MAX_RECEIVED_AHEAD_MS } from './times.js';
import type { UnixMs } from './units.js';

const BPS = 10_000n;

/** A value of one source, and the node that observed it. */
export interface NodeValue extends ObservedValue {
  /** Node index. */
  readonly index: number;
}

/** Result of the rule over a set. */
export interface Median<V extends NodeValue = NodeValue> {
  /** The lower median of the survivors: int256 in 32 bytes. */
  readonly value: Uint8Array;
  /** Survivors in the order of the set. */
  readonly survivors: readonly V[];
}

/**
 * The rule of tolerance mode (docs/protocol.md#median-of-tolerance-mode), in integers only. Observations that are not fresh when the set is fixed are left
 * out. The rest survive when they deviate from their lower median by at most `maxDeviationBps` of it or by at most `maxDeviation`. The value is
 * the lower median of the survivors.
 *
 * @returns `null` when fewer than a quorum survive
 * @throws TypeError for a value of another width than 32 bytes
 */
export function medianOf<V extends NodeValue>(
  { fixedAtMs, observations }: { readonly fixedAtMs: UnixMs; readonly observations: readonly V[] },
  { aggregation, quorum }: { readonly aggregation: Omit<Aggregation, 'mode' | 'rule'>; readonly quorum: number },
): Median<V> | null {
  const fresh = observations
    .filter(({ receivedAtMs }) => isFresh(fixedAtMs - receivedAtMs, aggregation.maxAgeMs))
    .map((observation) => ({ observation, number: fromInt256(observation.value) }));
  const { number, kept } = medianOfNumbers(fresh, { ...aggregation, decimals: aggregation.numeric.decimals });
  if (kept.length < Math.max(quorum, 1)) return null;
  return { value: toInt256(number), survivors: kept.map(({ observation }) => observation) };
}

/** Bounds of a number's distance from the median; one of the two suffices. */
interface DeviationBounds {
  readonly maxDeviationBps: number;
  readonly maxDeviation?: string;
  /** Numbers are scaled by 10^decimals. */
  readonly decimals: number;
}

/** Keeps the items whose number is within the bounds of the lower median. `number` is the lower median of those kept, and zero where none is. */
export function medianOfNumbers<T extends { readonly number: bigint }>(
  items: readonly T[],
  { maxDeviationBps, maxDeviation, decimals }: DeviationBounds,
): { readonly number: bigint; readonly kept: readonly T[] } {
  const centre = lowerMedian(items);
  const share = BigInt(maxDeviationBps) * absolute(centre);
  const amount = scaledDeviation(maxDeviation, decimals);
  const kept = items.filter(({ number }) => isWithin(absolute(number - centre), { share, amount }));
  return { number: lowerMedian(kept), kept };
}

/** The end of the window belongs to it, on both sides. */
function isFresh(ageMs: number, maxAgeMs: number): boolean {
  return ageMs >= -MAX_RECEIVED_AHEAD_MS && ageMs <= maxAgeMs;
}

/** v[⌊(k − 1) / 2⌋] of the sorted values; zero of none, which keeps nothing. */
function lowerMedian(items: readonly { readonly number: bigint }[]): bigint {
  const sorted = items.toSorted((a, b) => (a.number < b.number ? -1 : Number(a.number > b.number)));
  return sorted[Math.floor((sorted.length - 1) / 2)]?.number ?? 0n;
}

/** |v − M| · 10,000 ≤ bps · |M|, by which a median of zero keeps zeros only; or |v − M| ≤ maxDeviation. */
function isWithin(distance: bigint, { share, amount }: { readonly share: bigint; readonly amount: bigint }): boolean {
  return distance * BPS <= share || distance <= amount;
}

function absolute(number: bigint): bigint {
  return number < 0n ? -number : number;
}
