import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Combine, combineNumbers, type SourceNumber } from './combine.js';
import type { Decimal } from './decimal.js';
import { fromInt256 } from './integer-256.js';
import { unixMs } from './units.js';

const NOW_MS = 1_700_000_000_000;
const combine: Combine = { rule: 'median', minSources: 2, maxDeviationBps: 100, maxAgeMs: 5_000, decimals: 2 };

/** A number of hundredths, received so many milliseconds ago. */
function source(hundredths: bigint, ageMs = 0): SourceNumber {
  return { decimal: { mantissa: hundredths, exponent: -2 }, receivedAtMs: unixMs(NOW_MS - ageMs) };
}

/** Whether each of two numbers is within 1 % of the other. */
function agree(one: bigint, other: bigint): boolean {
  const absolute = (number: bigint): bigint => (number < 0n ? -number : number);
  return [one, other].every((number) => absolute(one - other) * 100n <= absolute(number));
}

const hundredths = fc.oneof(
  fc.bigInt({ min: 9_800n, max: 10_200n }),
  fc.bigInt({ min: -10_200n, max: -9_800n }),
  fc.bigInt({ min: -101n, max: 101n }),
);
const decimal: fc.Arbitrary<Decimal> = fc.record({
  mantissa: fc.oneof(fc.bigInt({ min: -10_500n, max: 10_500n }), fc.bigInt()),
  exponent: fc.oneof(fc.constant(-2), fc.integer({ min: -80, max: 80 })),
});
const ageMs = fc.integer({ min: 0, max: 20_000 });
/** A source under attack answers with any number, at any time, or with none. */
const lie = fc.option(fc.record({ decimal, receivedAtMs: ageMs.map((age) => unixMs(NOW_MS - age)) }), { nil: null });
const seen = fc.option(fc.tuple(hundredths, ageMs), { nil: null });

describe('combineNumbers', () => {
  it('lets one of three sources move the value between the other two alone, while these agree', () => {
    const pair = fc.tuple(hundredths, hundredths).filter(([one, other]) => agree(one, other));
    fc.assert(
      fc.property(pair, lie, fc.nat(2), ([one, other], third, place) => {
        const value = combineNumbers([source(one), source(other)].toSpliced(place, 0, ...(third === null ? [] : [third])), combine);
        expect(value).not.toBeNull();
        const number = fromInt256(value!.value);
        expect(number >= (one < other ? one : other) && number <= (one < other ? other : one)).toBe(true);
      }),
      { numRuns: 3_000 },
    );
  });

  it('gives the number of a source that it kept, and a time that is not after that of any kept', () => {
    fc.assert(
      fc.property(fc.array(seen, { maxLength: 8 }), fc.integer({ min: 2, max: 5 }), (list, minSources) => {
        const numbers = list.map((one) => (one === null ? null : source(...one)));
        const value = combineNumbers(numbers, { ...combine, minSources });
        if (value === null) return;
        const number = fromInt256(value.value);
        const present = list.filter((one) => one !== null);
        expect(present.map(([one]) => one)).toContain(number);
        const atMost = Math.max(...present.filter(([one]) => one === number).map(([, age]) => NOW_MS - age));
        expect(value.receivedAtMs).toBeLessThanOrEqual(atMost);
        expect(present.map(([, age]) => NOW_MS - age)).toContain(value.receivedAtMs);
      }),
    );
  });

  it('does not depend on the order of the sources, nor on sources without a number', () => {
    fc.assert(
      fc.property(fc.array(seen, { maxLength: 8 }), (list) => {
        const numbers = list.map((one) => (one === null ? null : source(...one)));
        const value = combineNumbers(numbers, combine);
        expect(combineNumbers(numbers.toReversed(), combine)).toEqual(value);
        expect(
          combineNumbers(
            numbers.filter((one) => one !== null),
            combine,
          ),
        ).toEqual(value);
      }),
    );
  });
});
