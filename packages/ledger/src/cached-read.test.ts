import { describe, expect, it } from 'vitest';

import { createCachedRead } from './cached-read.js';

function countingRead(ttlMs = 100, minRefreshIntervalMs = 10) {
  const clock = { ms: 0 };
  const waits: { readonly ms: number; readonly over: () => void }[] = [];
  const loads: { resolve: (value: number) => void; reject: (error: Error) => void }[] = [];
  const read = createCachedRead({
    load: () => new Promise<number>((resolve, reject) => loads.push({ resolve, reject })),
    ttlMs,
    minRefreshIntervalMs,
    monotonicMs: () => clock.ms,
    wait: (ms) => new Promise<void>((over) => waits.push({ ms, over })),
  });
  return { clock, loads, waits, read };
}

describe('cached read', () => {
  it('shares one load among all callers that ask while it runs', async () => {
    const { loads, read } = countingRead();
    const asked = [read.get(), read.get({ refresh: true }), read.get()];
    expect(loads).toHaveLength(1);
    loads[0]!.resolve(7);
    expect(await Promise.all(asked)).toEqual([7, 7, 7]);
  });

  it('serves the value until its time to live is over, counted from the start of the load', async () => {
    const { clock, loads, read } = countingRead(100);
    const first = read.get();
    clock.ms = 60;
    loads[0]!.resolve(1);
    await first;
    clock.ms = 99;
    expect(await read.get()).toBe(1);
    clock.ms = 100;
    const second = read.get();
    loads[1]!.resolve(2);
    expect(await second).toBe(2);
  });

  it('refreshes on request, but not within the refresh interval', async () => {
    const { clock, loads, read } = countingRead(100, 10);
    const first = read.get();
    loads[0]!.resolve(1);
    await first;
    clock.ms = 9;
    expect(await read.get({ refresh: true })).toBe(1);
    expect(loads).toHaveLength(1);
    clock.ms = 10;
    const refreshed = read.get({ refresh: true });
    loads[1]!.resolve(2);
    expect(await refreshed).toBe(2);
  });

  it('does not remember a failure', async () => {
    const { loads, read } = countingRead();
    const first = read.get();
    loads[0]!.reject(new Error('down'));
    await expect(first).rejects.toThrow('down');
    const second = read.get();
    loads[1]!.resolve(3);
    expect(await second).toBe(3);
  });

  it('the next value has a load that began after the request, one refresh period after the last, and is shared by all earlier callers', async () => {
    const { clock, loads, waits, read } = countingRead(100, 10);
    const first = read.get();
    clock.ms = 4;
    const asked = [read.next(), read.next()];
    loads[0]!.resolve(1);
    expect(await first).toBe(1);
    expect([waits.map(({ ms }) => ms), loads.length]).toEqual([[6], 1]);
    asked.push(read.next());
    clock.ms = 10;
    waits[0]!.over();
    await expect.poll(() => loads.length).toBe(2);
    const later = read.next();
    loads[1]!.resolve(2);
    expect(await Promise.all(asked)).toEqual([2, 2, 2]);
    expect(waits.map(({ ms }) => ms)).toEqual([6, 10]);
    clock.ms = 20;
    waits[1]!.over();
    await expect.poll(() => loads.length).toBe(3);
    loads[2]!.resolve(3);
    expect([await later, await read.get()]).toEqual([3, 3]);
  });

  it('the next value waits for a load under way, and what one load has failed with is not the answer of another', async () => {
    const { clock, loads, read } = countingRead(100, 10);
    const first = read.get();
    clock.ms = 50;
    const next = read.next();
    loads[0]!.reject(new Error('down'));
    await expect(first).rejects.toThrow('down');
    await expect.poll(() => loads.length).toBe(2);
    loads[1]!.resolve(2);
    expect(await next).toBe(2);
  });

  it('each next value is loaded anew once the last load is long enough ago', async () => {
    const { clock, loads, read } = countingRead(100, 10);
    for (const value of [1, 2, 3]) {
      clock.ms += 10;
      const next = read.next();
      await expect.poll(() => loads.length).toBe(value);
      loads[value - 1]!.resolve(value);
      expect(await next).toBe(value);
    }
  });
});
