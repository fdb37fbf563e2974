import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { repeat } from './repeat.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function unexpected(error: unknown): void {
  throw error;
}

/** A task whose runs end when the test says so. */
function repeatHeld(intervalMs: number, startsLater = false) {
  let started = 0;
  let finish: () => void = () => undefined;
  const task = (): Promise<void> => {
    started += 1;
    return new Promise((resolve) => (finish = resolve));
  };
  const repetition = repeat(task, { intervalMs, startsLater, onError: unexpected });
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
  const task = (): Promise<void> => {
    startedAtMs.push(performance.now());
    return Promise.resolve();
  };
  const repetition = repeat(task, { intervalMs: 10_000, onError: unexpected });
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

it('reports a failure and tries again', async () => {
  const errors: unknown[] = [];
  const repetition = repeat(() => Promise.reject(new Error('down')), { intervalMs: 1_000, onError: (error) => errors.push(error) });
  await repetition.first;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(errors).toEqual([new Error('down'), new Error('down')]);
  await repetition.stop();
});

it('starts later where that is wanted', async () => {
  const { repetition, started, finish } = repeatHeld(1_000, true);
  await vi.advanceTimersByTimeAsync(999);
  expect(started()).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(started()).toBe(1);
  finish();
  await repetition.first;
  await repetition.stop();
});

it('never starts when it is stopped before the first run, and leaves no timer', async () => {
  const { repetition, started } = repeatHeld(1_000, true);
  await repetition.stop();
  await repetition.first;
  await vi.advanceTimersByTimeAsync(5_000);
  expect([started(), vi.getTimerCount()]).toEqual([0, 0]);
});

it('polls one interval after the last round has ended, failures included, until it is stopped', async () => {
  let rounds = 0;
  const errors: unknown[] = [];
  let finish = (): void => undefined;
  const poll = (): Promise<void> => {
    rounds += 1;
    if (rounds === 1) return Promise.reject(new Error('down'));
    return new Promise((resolve) => (finish = resolve));
  };
  const polling = repeat(poll, { intervalMs: 1_000, startsLater: true, onError: (error) => errors.push(error) });
  expect(rounds).toBe(0);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(errors).toEqual([new Error('down')]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(rounds).toBe(2);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(rounds).toBe(2);
  finish();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(rounds).toBe(3);

  void polling.stop();
  finish();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(rounds).toBe(3);
  expect(vi.getTimerCount()).toBe(0);
});

it('sweeps every five seconds, never twice at once, until it is stopped', async () => {
  const { repetition, started, finish } = repeatHeld(5_000, true);
  await vi.advanceTimersByTimeAsync(15_000);
  expect(started()).toBe(1);
  finish();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(started()).toBe(2);
  finish();
  await repetition.stop();
  await vi.advanceTimersByTimeAsync(15_000);
  expect(started()).toBe(2);
});
