import type { Aggregation } from './api-config.js';
import { fromInt256, toInt256 } from './integer-256.js';
import type { Observation } from './observation.js';
import type { ObservationSet } from './observation-set.js';
import { MAX_RECEIVED_AHEAD_MS } from './times.js';

const BPS = 10_000n;

/** Result of the rule over a set. */
export interface Median<O extends Observation = Observation> {
  /** The lower median of the survivors: int256 in 32 bytes. */
  readonly value: Uint8Array;
  /** Survivors in the order of the set. */
  readonly survivors: readonly O[];
}

/**
 * The rule of tolerance mode (interface §2.2, protocol §3), in integers only. Observations that are not fresh when the set is fixed are left
 * out. The rest survive when they deviate from their lower median by at most `maxDeviationBps`. The value is the lower median of the
 * survivors.
 *
 * @returns `null` when fewer than a quorum survive
 * @throws TypeError for a value of another width than 32 bytes
 */
export function medianOf<O extends Observation>(
  { fixedAtMs, observations }: ObservationSet<O>,
  { aggregation, quorum }: { readonly aggregation: Pick<Aggregation, 'maxAgeMs' | 'maxDeviationBps'>; readonly quorum: number },
): Median<O> | null {
  const fresh = observations
    .filter(({ receivedAtMs }) => isFresh(fixedAtMs - receivedAtMs, aggregation.maxAgeMs))
    .map((observation) => ({ observation, number: fromInt256(observation.value) }));
  const centre = lowerMedian(fresh.map(({ number }) => number));
  const survivors = fresh.filter(({ number }) => isWithin(number, centre, BigInt(aggregation.maxDeviationBps)));
  if (survivors.length < Math.max(quorum, 1)) return null;
  const value = toInt256(lowerMedian(survivors.map(({ number }) => number)));
  return { value, survivors: survivors.map(({ observation }) => observation) };
}

/** The end of the window belongs to it, on both sides. */
function isFresh(ageMs: number, maxAgeMs: number): boolean {
  return ageMs >= -MAX_RECEIVED_AHEAD_MS && ageMs <= maxAgeMs;
}

/** v[⌊(k − 1) / 2⌋] of the sorted values; zero of none, which keeps nothing. */
function lowerMedian(numbers: readonly bigint[]): bigint {
  const sorted = numbers.toSorted((a, b) => (a < b ? -1 : Number(a > b)));
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0n;
}

/** |v − M| · 10,000 ≤ bps · |M|: a median of zero keeps zeros only. */
function isWithin(number: bigint, centre: bigint, maxDeviationBps: bigint): boolean {
  return absolute(number - centre) * BPS <= maxDeviationBps * absolute(centre);
}

function absolute(number: bigint): bigint {
  return number < 0n ? -number : number;
}
