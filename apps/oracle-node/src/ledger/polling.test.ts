import { afterEach, describe, expect, it, vi } from 'vitest';
import { startPolling } from './polling.js';

describe('polling', () => {
  afterEach(() => vi.useRealTimers());

  it('polls one interval after the last round has ended, failures included, until it is stopped', async () => {
    vi.useFakeTimers();
    let rounds = 0;
    const errors: unknown[] = [];
    let finish = (): void => undefined;
    const poll = (): Promise<void> => {
      rounds += 1;
      if (rounds === 1) return Promise.reject(new Error('down'));
      return new Promise((resolve) => (finish = resolve));
    };
    const polling = startPolling({ poll, intervalMs: 1_000, onError: (error) => errors.push(error) });
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

    polling.stop();
    finish();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(rounds).toBe(3);
    expect(vi.getTimerCount()).toBe(0);
  });
});
