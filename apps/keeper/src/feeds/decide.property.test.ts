import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decideFeed, dueByTime } from './decide.js';

const NOW_MS = 1_763_683_200_000;
const value = fc.bigInt({ min: -(2n ** 255n), max: 2n ** 255n - 1n });
const bps = fc.integer({ min: 1, max: 100_000 });
const rule = fc.record({
  heartbeatMs: fc.integer({ min: 1_000, max: 604_800_000 }),
  leadMs: fc.integer({ min: 0, max: 999 }),
  deviationBps: fc.option(bps),
});
const age = fc.integer({ min: -2_000, max: 10_000_000 });

function heldOf(held: bigint, ageMs: number) {
  return { value: held, observedAtMs: NOW_MS - ageMs, isEnded: false };
}

it('the distance is measured as exact fractions measure it', () => {
  fc.assert(
    fc.property(value, value, bps, (before, seen, deviationBps) => {
      const reason = decideFeed({ held: heldOf(before, 0), seen, rule: { heartbeatMs: 60_000, leadMs: 0, deviationBps }, nowMs: NOW_MS });
      const distance = before > seen ? before - seen : seen - before;
      const size = before < 0n ? -before : before;
      // distance / size ≥ bps / 10,000, without a division.
      expect(reason).toBe(distance !== 0n && distance * 10_000n >= size * BigInt(deviationBps) ? 'deviation' : null);
    }),
  );
});

it('the sign and the scale of the values change nothing', () => {
  fc.assert(
    fc.property(value, value, bps, fc.integer({ min: 0, max: 18 }), (before, seen, deviationBps, decimals) => {
      const reasonOf = (held: bigint, now: bigint) =>
        decideFeed({ held: heldOf(held, 0), seen: now, rule: { heartbeatMs: 60_000, leadMs: 0, deviationBps }, nowMs: NOW_MS });
      const scale = 10n ** BigInt(decimals);
      expect(reasonOf(-before, -seen)).toBe(reasonOf(before, seen));
      expect(reasonOf(before * scale, seen * scale)).toBe(reasonOf(before, seen));
    }),
  );
});

it('a feed that is due stays due until a newer value is written', () => {
  fc.assert(
    fc.property(value, value, rule, age, fc.nat({ max: 100_000_000 }), (before, seen, of, ageMs, laterMs) => {
      const held = heldOf(before, ageMs);
      const [now, later] = [NOW_MS, NOW_MS + laterMs].map((nowMs) => decideFeed({ held, seen, rule: of, nowMs }));
      if (now !== null) expect(later).not.toBeNull();
    }),
  );
});

it('a value that has reached the heartbeat is replaced, whatever was seen', () => {
  fc.assert(
    fc.property(value, fc.option(value), rule, age, (before, seen, of, ageMs) => {
      const held = heldOf(before, ageMs);
      const isOld = ageMs >= of.heartbeatMs - of.leadMs;
      expect(decideFeed({ held, seen, rule: of, nowMs: NOW_MS }) === 'heartbeat').toBe(isOld);
      expect(dueByTime(held, of, NOW_MS)).toBe(isOld ? 'heartbeat' : null);
    }),
  );
});

it('a deviation that is reached is reached by every farther value', () => {
  fc.assert(
    fc.property(
      value,
      fc.bigInt({ min: 1n, max: 2n ** 200n }),
      fc.bigInt({ min: 0n, max: 2n ** 200n }),
      bps,
      (before, near, more, deviationBps) => {
        const reasonAt = (distance: bigint) =>
          decideFeed({
            held: heldOf(before, 0),
            seen: before + distance,
            rule: { heartbeatMs: 60_000, leadMs: 0, deviationBps },
            nowMs: NOW_MS,
          });
        if (reasonAt(near) === 'deviation') expect(reasonAt(near + more)).toBe('deviation');
      },
    ),
  );
});
