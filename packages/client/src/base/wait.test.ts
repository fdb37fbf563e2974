import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { abortReason, wait } from './wait.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a wait', () => {
  it('ends after its time, and not before', async () => {
    let isOver = false;
    const waiting = wait(1_000).then(() => (isOver = true));
    await vi.advanceTimersByTimeAsync(999);
    expect(isOver).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await waiting).toBe(true);
  });

  it('ends with the signal, by its reason, and leaves no timer behind', async () => {
    const [leaving, reason] = [new AbortController(), new Error('enough')];
    const waiting = wait(1_000, leaving.signal);
    leaving.abort(reason);
    await expect(waiting).rejects.toBe(reason);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('does not begin where the signal has aborted', async () => {
    const reason = new Error('enough');
    await expect(wait(1_000, AbortSignal.abort(reason))).rejects.toBe(reason);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('lets its signal go once it is over', async () => {
    const { signal } = new AbortController();
    const removed = vi.spyOn(signal, 'removeEventListener');
    const waiting = wait(5, signal);
    await vi.advanceTimersByTimeAsync(5);
    await waiting;
    expect(removed).toHaveBeenCalledWith('abort', expect.any(Function));
  });
});

describe('the reason of a signal', () => {
  it('is always an error', () => {
    expect(abortReason(AbortSignal.abort('a text'))).toMatchObject({ name: 'AbortError' });
    expect(abortReason(undefined)).toMatchObject({ name: 'AbortError' });
  });
});
