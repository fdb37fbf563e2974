import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Aggregation } from './api-config.js';
import { type DecidingSubject, decideValues } from './decide-values.js';
import { formOfList, SOURCE_FORM } from './form.js';
import { toHex } from './hex.js';
import { fromInt256, toInt256 } from './integer-256.js';
import { listValue } from './list.js';
import type { ObservationSet } from './observation-set.js';
import type { SourceId } from './source-id.js';
import { unixMs } from './units.js';

const FIXED_AT_MS = 1_700_000_000_000;
const MAX_AGE_MS = 100;

interface Seen {
  readonly number: bigint;
  readonly ageMs: number;
}

/** `null` is exact mode; otherwise the deviation of tolerance mode. */
type Bps = number | null;

interface World {
  readonly rules: readonly Bps[];
  /** Values that each node saw, by source. */
  readonly nodes: readonly (readonly (Seen | null)[])[];
  readonly minValues: number;
  readonly quorum: number;
}

function aggregation(maxDeviationBps: number): Aggregation {
  return { mode: 'tolerance', rule: 'median', maxDeviationBps, maxAgeMs: MAX_AGE_MS, numeric: { type: 'int256', decimals: 2 } };
}

function parseSubjectWith({ rules, minValues }: World): DecidingSubject {
  return {
    form: rules.length === 1 ? SOURCE_FORM : formOfList(rules.length),
    sources: rules.map((_, place) => ({ sourceId: new Uint8Array(32).fill(place + 1) as SourceId })),
    rules: rules.map((bps) => (bps === null ? undefined : aggregation(bps))),
    minValues,
  };
}

function setOf({ nodes }: World): ObservationSet {
  const observations = nodes.map((values, index) => ({
    index,
    values: values.map((one) => one && { value: toInt256(one.number), receivedAtMs: unixMs(FIXED_AT_MS - one.ageMs) }),
  }));
  return { fixedAtMs: unixMs(FIXED_AT_MS), observations };
}

const number = fc.oneof(fc.bigInt({ min: 9_950n, max: 10_050n }), fc.constantFrom(10_000n, -10_000n, 0n, 7n));
const ageMs = fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.constantFrom(-2_001, -2_000, 100, 101) });
const seen = fc.option(fc.record({ number, ageMs }), { nil: null, freq: 5 });
const bps = fc.constantFrom<Bps>(null, null, 0, 50, 10_000);

function world(sources: fc.Arbitrary<number>): fc.Arbitrary<World> {
  return sources.chain((count) =>
    fc.record({
      rules: fc.array(bps, { minLength: count, maxLength: count }),
      // A quorum and a buffer that is below it, as the ledger has it.
      nodes: fc.array(fc.array(seen, { minLength: count, maxLength: count }), { maxLength: 5 }),
      minValues: fc.integer({ min: 1, max: count }),
      quorum: fc.constantFrom(3, 4),
    }),
  );
}

/** The smallest number that at least half of all are not above: counted, not sorted. */
function countedMedian(numbers: readonly bigint[]): bigint {
  const isMedian = (candidate: bigint): boolean => numbers.filter((one) => one <= candidate).length * 2 >= numbers.length;
  return numbers.filter(isMedian).reduce((least, one) => (one < least ? one : least));
}

/** Exact: the value that at least a quorum of vectors have. Tolerance: the median over the present ones, at least a quorum of survivors. */
function memberOf({ nodes, quorum, rules }: World, place: number): { value: bigint; by: number[] } | null {
  const present = nodes.flatMap((values, index) => (values[place] ? [{ index, ...values[place] }] : []));
  const allowed = rules[place] ?? null;
  if (allowed === null) {
    const backed = present.find((one) => present.filter((other) => other.number === one.number).length >= quorum);
    return backed ? { value: backed.number, by: present.filter((one) => one.number === backed.number).map((one) => one.index) } : null;
  }
  const fresh = present.filter((one) => one.ageMs >= -2_000 && one.ageMs <= MAX_AGE_MS);
  if (fresh.length === 0) return null;
  const centre = countedMedian(fresh.map((one) => one.number));
  const reach = (BigInt(allowed) * (centre < 0n ? -centre : centre)) / 10_000n;
  const survivors = fresh.filter((one) => one.number >= centre - reach && one.number <= centre + reach);
  if (survivors.length < quorum) return null;
  return { value: countedMedian(survivors.map((one) => one.number)), by: survivors.map((one) => one.index) };
}

/** The values by place, and who may sign: of a list each node of the set. */
function reference(input: World): { values: (bigint | null)[]; survivors: number[] } | null {
  const members = input.rules.map((_, place) => memberOf(input, place));
  if (members.filter((one) => one !== null).length < input.minValues) return null;
  const survivors = input.rules.length > 1 ? input.nodes.map((_, index) => index) : members[0]!.by;
  return { values: members.map((one) => one && one.value), survivors };
}

function plain(input: World) {
  const decided = decideValues(setOf(input), parseSubjectWith(input), input.quorum);
  return decided && { values: decided.values.map((value) => value && fromInt256(value)), survivors: decided.survivors };
}

describe('decideValues', () => {
  it('agrees with a plain reference for a list', () => {
    fc.assert(
      fc.property(world(fc.integer({ min: 2, max: 5 })), (input) => {
        expect(plain(input)).toEqual(reference(input));
      }),
      { numRuns: 3_000 },
    );
  });

  it('agrees with a plain reference for one source', () => {
    fc.assert(
      fc.property(world(fc.constant(1)), (input) => {
        expect(plain(input)).toEqual(reference(input));
        const decided = decideValues(setOf(input), parseSubjectWith(input), input.quorum);
        expect(decided?.value).toEqual(decided?.values[0] ?? undefined);
      }),
      { numRuns: 1_000 },
    );
  });

  it('decides each source of a list as that source alone, and signs the hash of all', () => {
    fc.assert(
      fc.property(world(fc.integer({ min: 2, max: 5 })), (input) => {
        const subject = parseSubjectWith({ ...input, minValues: 1 });
        const decided = decideValues(setOf(input), subject, input.quorum);
        const alone = input.rules.map((rule, place) => {
          const one = { ...input, minValues: 1, rules: [rule], nodes: input.nodes.map((values) => [values[place] ?? null]) };
          return decideValues(setOf(one), parseSubjectWith(one), input.quorum)?.value ?? null;
        });
        expect(decided?.values ?? input.rules.map(() => null)).toEqual(alone);
        if (decided === null) return;
        const entries = subject.sources.map(({ sourceId }, place) => ({ sourceId, value: alone[place] ?? null }));
        expect(toHex(decided.value)).toBe(toHex(listValue(entries)));
      }),
    );
  });

  it('needs a quorum of the nodes for every value, so fewer colluders than a quorum decide no exact value', () => {
    const truth = { number: 10_000n, ageMs: 0 };
    const lies = fc.array(fc.array(seen, { minLength: 3, maxLength: 3 }), { maxLength: 2 });
    fc.assert(
      fc.property(lies, fc.integer({ min: 0, max: 3 }), (colluding, honest) => {
        const nodes = [...Array.from({ length: honest }, () => [truth, truth, truth]), ...colluding];
        const decided = plain({ rules: [null, null, null], nodes, minValues: 1, quorum: 3 });
        for (const value of decided?.values ?? []) expect([null, 10_000n]).toContain(value);
      }),
    );
  });
});
