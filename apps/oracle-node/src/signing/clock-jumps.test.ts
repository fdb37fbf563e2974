import { expect, it } from 'vitest';
import { createClockJumps } from './clock-jumps.js';

function start() {
  const clock = { wallMs: 1_790_000_000_000, monotonicMs: 5_000 };
  const jumps = createClockJumps({ nowMs: () => clock.wallMs, monotonicMs: () => clock.monotonicMs });
  const pass = (wallMs: number, monotonicMs = wallMs): number => {
    clock.wallMs += wallMs;
    clock.monotonicMs += monotonicMs;
    return jumps.count();
  };
  return { pass };
}

it.each([60_000, -60_000, 1_001])('a step of the wall clock by %d ms is one jump, however often it is asked', (ms) => {
  const { pass } = start();
  expect([pass(100), pass(ms, 0), pass(100), pass(0)]).toEqual([0, 1, 1, 1]);
});

it('clocks that are corrected bit by bit for days do not jump', () => {
  const { pass } = start();
  let count = 0;
  for (let step = 0; step < 50_000; step += 1) count = pass(10_005, 10_000);
  expect(count).toBe(0);
});
