import { expect, it } from 'vitest';
import { createWaitForOthers } from './wait-for-others.js';

it('is twice the time between two full batches, within its bounds', () => {
  let nowMs = 0;
  const waitForOthers = createWaitForOthers({ monotonicMs: () => nowMs });
  const waits = [0, 300, 5_000, 0, 50].map((passedMs) => {
    nowMs += passedMs;
    return waitForOthers();
  });
  expect(waits).toEqual([2_000, 600, 2_000, 200, 200]);
});
