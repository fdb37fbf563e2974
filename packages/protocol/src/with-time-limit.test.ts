import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { withTimeLimit } from './with-time-limit.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Ends only with its signal. */
function endless(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const end = (): void => reject(signal.reason as Error);
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
}

describe('withTimeLimit', () => {
  it('gives what the work gives, or throws what it throws', async () => {
    expect(await withTimeLimit({ timeoutMs: 10 }, () => Promise.resolve('done'))).toBe('done');
    await expect(withTimeLimit({ timeoutMs: 10 }, () => Promise.reject(new RangeError('no')))).rejects.toThrow(RangeError);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('ends the work when its time is up, and not before', async () => {
    const ends: AbortSignal[] = [];
    const working = withTimeLimit({ timeoutMs: 10 }, (signal) => {
      ends.push(signal);
      return endless(signal);
    });
    const refused = expect(working).rejects.toMatchObject({ name: 'TimeoutError' });
    await vi.advanceTimersByTimeAsync(9);
    expect(ends.map(({ aborted }) => aborted)).toEqual([false]);
    await vi.advanceTimersByTimeAsync(1);
    await refused;
  });

  it("ends the work for the reason of the caller's signal, also of one that was aborted before", async () => {
    const caller = new AbortController();
    const refused = expect(withTimeLimit({ timeoutMs: 10, signal: caller.signal }, endless)).rejects.toBe('enough');
    caller.abort('enough');
    await refused;
    await expect(withTimeLimit({ timeoutMs: 10, signal: caller.signal }, endless)).rejects.toBe('enough');
    expect(vi.getTimerCount()).toBe(0);
  });

  it("leaves no listener on the caller's signal, however the work ends", async () => {
    const { signal } = new AbortController();
    await withTimeLimit({ timeoutMs: 10, signal }, () => Promise.resolve());
    await withTimeLimit({ timeoutMs: 10, signal }, () => Promise.reject(new Error('no'))).catch(() => undefined);
    const late = withTimeLimit({ timeoutMs: 10, signal }, endless).catch(() => undefined);
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(10);
    await late;
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});
