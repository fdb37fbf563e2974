import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { repeat } from './repeat.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('runs at once, then an interval after each end, never twice at once', async () => {
  let started = 0;
  let finish: () => void = () => undefined;
  const repetition = repeat(() => {
    started += 1;
    return new Promise((resolve) => (finish = resolve));
  }, 1_000);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(started).toBe(1);
  finish();
  await vi.advanceTimersByTimeAsync(999);
  expect(started).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(started).toBe(2);
  finish();
  await repetition.stop();
});

it('stopping waits for the running task and starts no other', async () => {
  let started = 0;
  let finish: () => void = () => undefined;
  const repetition = repeat(() => {
    started += 1;
    return new Promise((resolve) => (finish = resolve));
  }, 1_000);
  let isStopped = false;
  const stopping = repetition.stop().then(() => (isStopped = true));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(isStopped).toBe(false);
  finish();
  await stopping;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(started).toBe(1);
});
