import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LATE, within } from './deadline.js';

describe('work with a deadline', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('is late once its time is up, whatever becomes of it later', async () => {
    let fail: (reason: Error) => void = () => undefined;
    const outcome = within(new Promise((_, reject) => (fail = reject)), 100);
    await vi.advanceTimersByTimeAsync(99);
    const early = await Promise.race([outcome, Promise.resolve('open')]);
    await vi.advanceTimersByTimeAsync(1);
    expect([early, await outcome]).toEqual(['open', LATE]);
    fail(new Error('too late'));
  });

  it('gives what it comes to, and leaves no timer', async () => {
    expect(await within(Promise.resolve(5), 100)).toBe(5);
    await expect(within(Promise.reject(new Error('no')), 100)).rejects.toThrow('no');
    expect(vi.getTimerCount()).toBe(0);
  });
});
