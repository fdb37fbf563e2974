import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFadingSum } from './fading-sum.js';

const WINDOW_MS = 60_000;
const STEP_MS = WINDOW_MS / 60;

function start() {
  const clock = { ms: 12_345 };
  return { clock, sum: createFadingSum({ maxLifeMs: WINDOW_MS, nowMs: () => clock.ms }) };
}

describe('a sum that fades', () => {
  it('has each part for its life, and for one or two steps longer at most', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ waitMs: fc.nat(5_000), amount: fc.integer({ min: 1, max: 9 }), lifeMs: fc.nat(2 * WINDOW_MS) })),
        (additions) => {
          const { clock, sum } = start();
          const parts: { amount: number; endMs: number }[] = [];
          for (const { waitMs, amount, lifeMs } of additions) {
            clock.ms += waitMs;
            sum.add(amount, lifeMs);
            parts.push({ amount, endMs: clock.ms + Math.min(lifeMs, WINDOW_MS) });
            const of = (marginMs: number): number =>
              parts.filter(({ endMs }) => endMs + marginMs > clock.ms).reduce((total, part) => total + part.amount, 0);
            expect(sum.total()).toBeGreaterThanOrEqual(of(0));
            expect(sum.total()).toBeLessThanOrEqual(of(2 * STEP_MS));
          }
          clock.ms += WINDOW_MS + 2 * STEP_MS;
          expect(sum.total()).toBe(0);
        },
      ),
    );
  });

  it('says when it will have fallen so far', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(3_000), { minLength: 1, maxLength: 20 }), fc.nat(20), (waits, wanted) => {
        const { clock, sum } = start();
        for (const waitMs of waits) {
          clock.ms += waitMs;
          sum.add(1, WINDOW_MS);
        }
        const leftMs = sum.msUntil(wanted);
        expect(leftMs === 0).toBe(sum.total() <= wanted);
        clock.ms += leftMs;
        expect(sum.total()).toBeLessThanOrEqual(wanted);
      }),
    );
  });

  it('has what is taken back no longer, once, and not after it has faded', () => {
    const { clock, sum } = start();
    sum.add(2, WINDOW_MS);
    const addition = sum.add(3, WINDOW_MS);
    addition.takeBack();
    addition.takeBack();
    expect(sum.total()).toBe(2);
    const late = sum.add(1, 1_000);
    clock.ms += 30_000;
    late.takeBack();
    expect(sum.total()).toBe(2);
  });
});
