import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { eventually } from './eventually.js';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});

afterEach(() => {
  vi.useRealTimers();
});

it('checks until the check does not throw, and returns what it returned', async () => {
  let checks = 0;
  const check = (): string => {
    checks += 1;
    if (checks < 3) throw new Error('not yet');
    return 'there';
  };
  expect(await eventually(check, { intervalMs: 1 })).toBe('there');
  expect(checks).toBe(3);
});

it('throws the last error after five minutes', async () => {
  let checks = 0;
  const check = (): Promise<never> => {
    checks += 1;
    vi.advanceTimersByTime(100_000);
    return Promise.reject(new Error(`check ${checks}`));
  };
  await expect(eventually(check, { intervalMs: 1 })).rejects.toThrow('check 3');
});
