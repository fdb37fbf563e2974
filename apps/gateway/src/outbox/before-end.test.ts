import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { beforeEnd } from './before-end.js';

const never = new Promise<never>(() => undefined);

describe('beforeEnd', () => {
  it('yields what the work yields, and listens no longer', async () => {
    const { signal } = new AbortController();
    expect(await beforeEnd(Promise.resolve(7), signal)).toBe(7);
    await expect(beforeEnd(Promise.reject(new Error('failed')), signal)).rejects.toThrow('failed');
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('throws the reason of the end when that comes first, also when it has come already', async () => {
    const end = new AbortController();
    const waiting = expect(beforeEnd(never, end.signal)).rejects.toThrow('over');
    end.abort(new Error('over'));
    await waiting;
    await expect(beforeEnd(never, end.signal)).rejects.toThrow('over');
  });
});
