import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromInt256, toInt256 } from './integer-256.js';
import { formatScaled } from './decimal.js';
import { medianOf } from './median.js';
import { unixMs } from './units.js';

const FIXED_AT_MS = 1_700_000_000_000;
const LARGEST = 2n ** 255n - 1n;

interface Seen {
  readonly number: bigint;
  readonly ageMs: number;
}

/** Numbers close together, at both ends of the range and around zero, of ages around the bounds. */
const number = fc.oneof(
  fc.bigInt({ min: 9_800n, max: 10_200n }),
  fc.bigInt({ min: -10_200n, max: -9_800n }),
  fc.bigInt({ min: -2n, max: 2n }),
  fc.bigInt({ min: -LARGEST - 1n, max: LARGEST }),
);
const ageMs = fc.oneof(fc.constant(0), fc.integer({ min: -2_003, max: -1_997 }), fc.integer({ min: 97, max: 103 }));
const seen: fc.Arbitrary<Seen> = fc.record({ number, ageMs });
const input = fc.record({
  list: fc.array(seen, { maxLength: 12 }),
  maxDeviationBps: fc.oneof(fc.integer({ min: 0, max: 10_000 }), fc.constantFrom(0, 100, 10_000)),
  quorum: fc.integer({ min: 1, max: 7 }),
  amount: fc.oneof(fc.constant(0n), fc.bigInt({ min: 1n, max: 300n })),
});

interface Rule {
  readonly maxDeviationBps: number;
  readonly quorum: number;
  /** Bound in units of the packed value; zero is no bound. */
  readonly amount: bigint;
}

function setOf(list: readonly Seen[]) {
  const observations = list.map((one, index) => ({
    index,
    value: toInt256(one.number),
    receivedAtMs: unixMs(FIXED_AT_MS - one.ageMs),
  }));
  return { fixedAtMs: unixMs(FIXED_AT_MS), observations };
}

/** The smallest number that at least half of all are not above: counted, not sorted. */
function countedMedian(numbers: readonly bigint[]): bigint {
  const isMedian = (candidate: bigint): boolean => numbers.filter((one) => one <= candidate).length * 2 >= numbers.length;
  return numbers.filter(isMedian).reduce((least, one) => (one < least ? one : least));
}

/** The rule as its text has it, by the interval around the median instead of each one's distance. */
function reference(list: readonly Seen[], { maxDeviationBps, quorum, amount }: Rule): { value: bigint; survivors: number[] } | null {
  const fresh = list.map((one, index) => ({ ...one, index })).filter((one) => one.ageMs >= -2_000 && one.ageMs <= 100);
  if (fresh.length === 0) return null;
  const centre = countedMedian(fresh.map((one) => one.number));
  // The integers within the interval: its ends are the whole part of the allowed distance away.
  const share = (BigInt(maxDeviationBps) * (centre < 0n ? -centre : centre)) / 10_000n;
  const reach = share > amount ? share : amount;
  const survivors = fresh.filter((one) => one.number >= centre - reach && one.number <= centre + reach);
  if (survivors.length < quorum) return null;
  return { value: countedMedian(survivors.map((one) => one.number)), survivors: survivors.map(({ index }) => index) };
}

function run(list: readonly Seen[], { maxDeviationBps, quorum, amount }: Rule) {
  const bound = amount === 0n ? {} : { maxDeviation: formatScaled(amount, 2) };
  const aggregation = { maxAgeMs: 100, maxDeviationBps, ...bound, numeric: { type: 'int256', decimals: 2 } } as const;
  return medianOf(setOf(list), { aggregation, quorum });
}

describe('medianOf', () => {
  it('agrees with a plain reference', () => {
    fc.assert(
      fc.property(input, ({ list, ...rule }) => {
        const median = run(list, rule);
        const plain = median && { value: fromInt256(median.value), survivors: median.survivors.map(({ index }) => index) };
        expect(plain).toEqual(reference(list, rule));
      }),
      { numRuns: 2_000 },
    );
  });

  it('gives a value that a survivor saw', () => {
    fc.assert(
      fc.property(input, ({ list, ...rule }) => {
        const median = run(list, rule);
        if (median !== null) expect(median.survivors.map(({ value }) => value)).toContainEqual(median.value);
      }),
    );
  });

  it('does not depend on the order of the observations', () => {
    fc.assert(
      fc.property(input, ({ list, ...rule }) => {
        expect(run(list.toReversed(), rule)?.value).toEqual(run(list, rule)?.value);
      }),
    );
  });

  it('is moved by fewer colluders than a quorum no further than twice the deviation from an honest survivor', () => {
    const honest = fc.array(fc.bigInt({ min: 9_900n, max: 10_100n }), { minLength: 1, maxLength: 5 });
    const colluding = fc.array(number, { maxLength: 2 });
    fc.assert(
      fc.property(honest, colluding, (truths, lies) => {
        const median = run(
          [...truths, ...lies].map((one) => ({ number: one, ageMs: 0 })),
          { maxDeviationBps: 100, quorum: 3, amount: 0n },
        );
        if (median === null) return;
        const value = fromInt256(median.value);
        const honestSurvivors = median.survivors.filter(({ index }) => index < truths.length).map((one) => fromInt256(one.value));
        expect(honestSurvivors.length).toBeGreaterThanOrEqual(1);
        // 1 % of a centre that is at most 1 % above the survivor, twice.
        for (const truth of honestSurvivors) expect(Number(value > truth ? value - truth : truth - value)).toBeLessThanOrEqual(206);
      }),
    );
  });
});
