import { describe, expect, it } from 'vitest';
import { bookedTime, createStartWork } from './work-time.js';

/** Milliseconds of one piece of work that took so long by the clock, while the kernel booked so much. */
function measured({ clockMs, bookedMs }: { readonly clockMs: number; readonly bookedMs: number }): number {
  const now = { clockMs: 5, bookedMs: 7 };
  const startWork = createStartWork({ monotonicMs: () => now.clockMs, bookedMs: () => now.bookedMs });
  const worked = startWork();
  now.clockMs += clockMs;
  now.bookedMs += bookedMs;
  return worked();
}

describe('the time of a piece of work', () => {
  it.each([
    ['is that of the clock, though nothing is booked yet', { clockMs: 0.25, bookedMs: 0 }, 0.25],
    ['is that of the clock, though a tick is missing', { clockMs: 52, bookedMs: 44 }, 52],
    ['is without the time in which the thread waited for a CPU, up to a tick', { clockMs: 300, bookedMs: 3 }, 13],
    ['is never more than that of the clock', { clockMs: 40, bookedMs: 80 }, 40],
  ])('%s', (_, piece, ms) => {
    expect(measured(piece)).toBe(ms);
  });
});

describe('the booked time', () => {
  it('grows while the thread works, and no faster than the clock and a tick', () => {
    const monotonicMs = (): number => performance.now();
    const bookedMs = bookedTime(monotonicMs);
    const [startedMs, bookedBeforeMs] = [monotonicMs(), bookedMs()];
    while (bookedMs() - bookedBeforeMs < 30);
    expect(monotonicMs() - startedMs).toBeGreaterThanOrEqual(20);
  });
});
