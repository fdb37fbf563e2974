import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type BelievedClock, CLOCK_TOLERANCE, createBelievedClock } from './believed-clock.js';

const SERVERS = 2;
/** Slots that a sound server lags behind the newest one. */
const LAG = 60;
const START = 400_000_000;

interface Step {
  readonly afterMs: number;
  readonly server: number;
  readonly lag: number;
}
const step: fc.Arbitrary<Step> = fc.record({
  afterMs: fc.oneof(fc.integer({ min: 1, max: 2_000 }), fc.constant(60_000)),
  server: fc.nat({ max: SERVERS - 1 }),
  lag: fc.nat({ max: LAG }),
});
/** A slot that one answer names in place of the true one. */
const lie = fc.oneof(
  fc.integer({ min: 5, max: 200 }),
  fc.integer({ min: -200, max: -5 }),
  fc.constantFrom(5_000, 1_000_000_000, -5_000, -START),
);
const steps = fc.array(step, { minLength: 20, maxLength: 60 });

/** A ledger at this many milliseconds a slot, the answers of its servers, and one of them wrong. */
function play(msPerSlot: number, schedule: readonly Step[], wrong: { readonly at: number; readonly by: number } | null) {
  let nowMs = 0;
  const clock = createBelievedClock({ monotonicMs: () => nowMs });
  return schedule.map(({ afterMs, server, lag }, at) => {
    nowMs += afterMs;
    const truth = START + Math.floor(nowMs / msPerSlot);
    const isWrong = wrong?.at === at;
    const value = Math.max(0, truth + (isWrong ? wrong.by : -lag));
    return { truth, value, isWrong, nowMs, verdict: clock.judge({ server, value, mayTrail: false }) };
  });
}

it('answers of servers that lag a little are believed from the second one on, whatever a slot takes', () => {
  fc.assert(
    fc.property(fc.integer({ min: 300, max: 2_000 }), steps, (msPerSlot, schedule) => {
      const told = play(msPerSlot, schedule, null);
      const first = told.findIndex(({ verdict }) => verdict === 'believed');
      expect(first).toBeGreaterThan(0);
      expect(told.slice(first).filter(({ verdict }) => verdict !== 'believed')).toEqual([]);
    }),
  );
});

it('one wrong slot is believed only where time explains it, and true ones are refused until the ledger passes it at most', () => {
  fc.assert(
    fc.property(fc.integer({ min: 350, max: 450 }), steps, fc.nat({ max: 59 }), lie, (msPerSlot, schedule, at, by) => {
      const told = play(msPerSlot, schedule, { at: at % schedule.length, by });
      for (const { isWrong, verdict, value, truth } of told.filter((one) => one.isWrong && one.verdict === 'believed')) {
        expect(isWrong && verdict === 'believed').toBe(true);
        // The longest silence is a minute: it explains fifty slots more than pass.
        expect(Math.abs(value - truth)).toBeLessThanOrEqual(CLOCK_TOLERANCE + LAG + 60);
      }
      const lied = told.findIndex(({ isWrong }) => isWrong);
      const later = told.slice(Math.max(lied + 1, told.findIndex(({ verdict }) => verdict === 'believed') + 1));
      const refused = later.filter(({ verdict }) => verdict !== 'believed');
      // The wrong number stays until two answers agree again, of two servers or half a second apart; or, where it is within what time
      // explains, until it is passed.
      const passedAfterMs = by > 0 && by <= CLOCK_TOLERANCE + LAG ? by * msPerSlot : 0;
      const since = told[lied]?.nowMs ?? 0;
      const [first] = refused;
      const lastMs = Math.max((first?.nowMs ?? 0) + 2_500, since + passedAfterMs);
      expect(refused.filter(({ nowMs }) => nowMs > lastMs)).toEqual([]);
    }),
  );
});

it.each([
  ['a process that was suspended for ten minutes', 1_500],
  ['a ledger that was restored to an hour before', -9_000],
])('%s costs one answer, then two agree', (_what, leap) => {
  let nowMs = 0;
  const clock: BelievedClock = createBelievedClock({ monotonicMs: () => nowMs });
  const say = (value: number, server = 0) => {
    nowMs += 500;
    return clock.judge({ server, value, mayTrail: false });
  };
  expect([say(START), say(START + 1), say(START + 2)]).toEqual(['unwitnessed', 'believed', 'believed']);
  expect([say(START + leap), say(START + leap + 1), say(START + leap + 2)]).toEqual([
    leap > 0 ? 'ahead' : 'behind',
    'believed',
    'believed',
  ]);
});

it('one server bears itself out only after a time, and never while true slots come between', () => {
  let nowMs = 0;
  const clock = createBelievedClock({ monotonicMs: () => nowMs });
  const say = (value: number, afterMs: number, server = 0) => {
    nowMs += afterMs;
    return clock.judge({ server, value, mayTrail: false });
  };
  say(START, 0);
  say(START + 1, 500);
  expect([say(1e9, 1), say(1e9, 1), say(START + 2, 1), say(1e9, 600), say(START + 3, 1), say(1e9, 600)]).toEqual([
    'ahead',
    'ahead',
    'believed',
    'ahead',
    'believed',
    'ahead',
  ]);
  expect(say(1e9, 1, 1)).toBe('believed');
});

it('a slot of `finalized` may trail by any number, and moves nothing back', () => {
  let nowMs = 0;
  const clock = createBelievedClock({ monotonicMs: () => nowMs });
  clock.judge({ server: 0, value: START, mayTrail: false });
  clock.judge({ server: 1, value: START, mayTrail: false });
  nowMs += 1_000;
  expect(clock.judge({ server: 0, value: START - 3_000, mayTrail: true })).toBe('believed');
  expect(clock.judge({ server: 0, value: START - 3_000, mayTrail: false })).toBe('behind');
  expect(clock.compare({ value: START + 2, mayTrail: false })).toBe('believed');
});
