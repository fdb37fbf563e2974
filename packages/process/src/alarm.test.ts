import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createAlarm } from './alarm.js';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('waits the time given, or until it rings', async () => {
  const alarm = createAlarm();
  const first = alarm.wait(1_000);
  await vi.advanceTimersByTimeAsync(1_000);
  await first;
  const second = alarm.wait(Infinity);
  alarm.ring();
  await second;
  expect(vi.getTimerCount()).toBe(0);
});

it('does not wait when it rang since the last wait, once', async () => {
  const alarm = createAlarm();
  alarm.ring();
  alarm.ring();
  await alarm.wait(Infinity);
  let isOver = false;
  const next = alarm.wait(1_000).then(() => (isOver = true));
  await vi.advanceTimersByTimeAsync(999);
  expect(isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await next;
});
