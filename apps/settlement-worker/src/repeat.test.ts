import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { repeat } from './repeat.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A task whose runs end when the test says so. */
function repeatHeld(intervalMs: number) {
  let started = 0;
  let finish: () => void = () => undefined;
  const repetition = repeat(() => {
    started += 1;
    return new Promise((resolve) => (finish = resolve));
  }, intervalMs);
  return { repetition, started: () => started, finish: () => finish() };
}

it('runs at once, then an interval after each end, never twice at once', async () => {
  const { repetition, started, finish } = repeatHeld(1_000);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(started()).toBe(1);
  let isThrough = false;
  void repetition.first.then(() => (isThrough = true));
  await vi.advanceTimersByTimeAsync(0);
  expect(isThrough).toBe(false);
  finish();
  await repetition.first;
  await vi.advanceTimersByTimeAsync(999);
  expect(started()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(started()).toBe(2);
  finish();
  await repetition.stop();
});

it('stopping waits for the running task and starts no other', async () => {
  const { repetition, started, finish } = repeatHeld(1_000);
  let isStopped = false;
  const stopping = repetition.stop().then(() => (isStopped = true));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(isStopped).toBe(false);
  finish();
  await stopping;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(started()).toBe(1);
});

it('a run that is wanted sooner comes sooner, the soonest of them once', async () => {
  const startedAtMs: number[] = [];
  const repetition = repeat(() => {
    startedAtMs.push(performance.now());
    return Promise.resolve();
  }, 10_000);
  const beginMs = performance.now();
  repetition.within(3_000);
  repetition.within(1_000);
  repetition.within(2_000);
  await vi.advanceTimersByTimeAsync(11_500);
  expect(startedAtMs.map((ms) => ms - beginMs)).toEqual([0, 1_000, 11_000]);
  await repetition.stop();
});

it('a run that is wanted while one runs follows it', async () => {
  const { repetition, started, finish } = repeatHeld(10_000);
  repetition.within(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(started()).toBe(1);
  finish();
  await vi.advanceTimersByTimeAsync(0);
  expect(started()).toBe(2);
  finish();
  await repetition.stop();
});
