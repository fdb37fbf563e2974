import { describe, expect, it } from 'vitest';
import { createClock } from './clock.js';
import { createRetries } from './retries.js';

function open({ attempts = 5, maxWaitMs = 10_000, random = 0 } = {}, signal?: AbortSignal) {
  const waited: number[] = [];
  let nowMs = 0;
  const clock = createClock({ now: () => nowMs, ledgerNow: () => Promise.resolve(nowMs) });
  const deps = {
    retry: { attempts, maxWaitMs },
    clock,
    random: () => random,
    wait(ms: number, waitSignal?: AbortSignal) {
      waitSignal?.throwIfAborted();
      waited.push(ms);
      return Promise.resolve();
    },
  };
  const pass = (ms: number): void => void (nowMs += ms);
  return { retries: createRetries(deps, signal), waited, pass };
}

async function count(retries: { again(waitMs?: number): Promise<boolean> }, waitMs?: number): Promise<number> {
  let further = 0;
  while (further < 99 && (await retries.again(waitMs))) further += 1;
  return further;
}

describe('further calls of a round', () => {
  it.each([1, 2, 5])('are as many as %d attempts allow, the first included', async (attempts) => {
    const { retries, waited } = open({ attempts });
    expect(await count(retries)).toBe(attempts - 1);
    expect(waited).toHaveLength(attempts - 1);
  });

  it('wait longer each time, up to the limit', async () => {
    const { retries, waited } = open({ attempts: 8, maxWaitMs: 2_000 });
    await count(retries);
    expect(waited).toEqual([125, 250, 500, 1_000, 1_000, 1_000, 1_000]);
  });

  it('of callers that were refused together are spread over the wait', async () => {
    const [soonest, latest] = [open({ random: 0 }), open({ random: 1 })];
    await soonest.retries.again();
    await latest.retries.again();
    expect([soonest.waited, latest.waited]).toEqual([[125], [250]]);
  });

  it('come no sooner than the gateway asks', async () => {
    const { retries, waited } = open({ attempts: 3, random: 0 });
    expect(await count(retries, 3_000)).toBe(2);
    expect(waited).toEqual([3_000, 3_000]);
    const late = open({ random: 1 });
    await late.retries.again(3_000);
    expect(late.waited).toEqual([3_125]);
  });

  it('end where the gateway asks for more than the limit, without a wait', async () => {
    const { retries, waited } = open({ maxWaitMs: 10_000 });
    expect(await retries.again(10_001)).toBe(false);
    expect(waited).toEqual([]);
    expect(await retries.again(10_000)).toBe(true);
  });

  it('end with the signal', async () => {
    const reason = new Error('enough');
    await expect(open({}, AbortSignal.abort(reason)).retries.again()).rejects.toBe(reason);
  });
});

describe('further calls after one that was not sent', () => {
  it('are two, within a second', async () => {
    const { retries, waited } = open({ random: 1 });
    expect([await retries.unsent(), await retries.unsent(), await retries.unsent()]).toEqual([true, true, false]);
    expect(waited.reduce((sum, one) => sum + one, 0)).toBeLessThan(1_000);
  });

  it('do not come where connecting took long', async () => {
    const { retries, pass } = open();
    pass(10_000);
    expect(await retries.unsent()).toBe(false);
  });

  it('stay within the policy', async () => {
    expect(await open({ attempts: 1 }).retries.unsent()).toBe(false);
  });
});
