import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { eventually } from './eventually.js';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});

afterEach(() => {
  vi.useRealTimers();
});

it('looks until the look does not throw, and returns what it returned', async () => {
  let looks = 0;
  const look = (): string => {
    looks += 1;
    if (looks < 3) throw new Error('not yet');
    return 'there';
  };
  expect(await eventually(look, { intervalMs: 1 })).toBe('there');
  expect(looks).toBe(3);
});

it('throws the last error after five minutes', async () => {
  let looks = 0;
  const look = (): Promise<never> => {
    looks += 1;
    vi.advanceTimersByTime(100_000);
    return Promise.reject(new Error(`look ${looks}`));
  };
  await expect(eventually(look, { intervalMs: 1 })).rejects.toThrow('look 3');
});
