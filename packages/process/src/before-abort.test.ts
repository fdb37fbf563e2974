import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { beforeAbort } from './before-abort.js';

const never = new Promise<never>(() => undefined);

describe('beforeAbort', () => {
  it('yields the result or the failure of the work, and stops listening', async () => {
    const { signal } = new AbortController();
    for (let calls = 0; calls < 1_000; calls += 1) expect(await beforeAbort(Promise.resolve(7), signal)).toBe(7);
    await expect(beforeAbort(Promise.reject(new Error('failed')), signal)).rejects.toThrow('failed');
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('throws the reason of an abort that comes first, and of one that came before the call', async () => {
    const end = new AbortController();
    const waiting = expect(beforeAbort(never, end.signal)).rejects.toThrow('over');
    end.abort(new Error('over'));
    await waiting;
    await expect(beforeAbort(never, end.signal)).rejects.toThrow('over');
  });
});
