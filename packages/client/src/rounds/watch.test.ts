import { describe, expect, it } from 'vitest';
import { everySoOften } from './watch.js';

/** Runs tasks that take these milliseconds, until there are no more. */
async function watch(tookMs: readonly number[], { everyMs = 1_000, busyMs = 0 } = {}) {
  let nowMs = 5_000;
  const [begun, waited]: [number[], number[]] = [[], []];
  const ending = new AbortController();
  const task = (): Promise<number> => {
    begun.push(nowMs - 5_000);
    nowMs += tookMs[begun.length - 1] ?? 0;
    return Promise.resolve(begun.length);
  };
  const wait = (ms: number): Promise<void> => {
    waited.push(ms);
    nowMs += ms;
    return Promise.resolve();
  };
  for await (const count of everySoOften({ task, now: () => nowMs, wait }, { everyMs, signal: ending.signal })) {
    nowMs += busyMs;
    if (count === tookMs.length) ending.abort();
  }
  return { begun, waited };
}

describe('a task that is run every so often', () => {
  it('begins at the start and on each beat, however long it takes within one', async () => {
    expect((await watch([10, 900, 0, 300])).begun).toEqual([0, 1_000, 2_000, 3_000]);
  });

  it('leaves out the beats that it covers', async () => {
    expect((await watch([2_500, 10, 10])).begun).toEqual([0, 3_000, 4_000]);
  });

  it('is held back by a consumer that is busy', async () => {
    expect((await watch([10, 10, 10], { busyMs: 1_500 })).begun).toEqual([0, 2_000, 4_000]);
  });

  it('waits one beat at most, also where the clock was set back', async () => {
    const { waited } = await watch([-600_000, 0, 0]);
    for (const ms of waited) expect(ms).toBeLessThanOrEqual(1_000);
  });

  it('ends with its failure', async () => {
    const failure = new Error('no value');
    const deps = { task: () => Promise.reject(failure), now: () => 0, wait: () => Promise.resolve() };
    await expect(everySoOften(deps, { everyMs: 1 }).next()).rejects.toBe(failure);
  });

  it('ends without a failure where the signal ended it', async () => {
    const ending = new AbortController();
    const task = (): Promise<never> => {
      ending.abort();
      return Promise.reject(new Error('aborted'));
    };
    const values = everySoOften({ task, now: () => 0, wait: () => Promise.resolve() }, { everyMs: 1, signal: ending.signal });
    expect(await values.next()).toEqual({ done: true, value: undefined });
  });
});
