import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createCapacity } from './model/capacity.js';
import { drainRounds } from './round-engine.js';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const tenant = { name: 'key:owner', isStranger: false };

function openCapacity() {
  return createCapacity({ max: 1, failingPerMinute: 1, events: { shareRefused: () => undefined }, monotonicMs: () => 0 });
}

describe('drainRounds', () => {
  it('ends as soon as the last round does, without ending it', async () => {
    const capacity = openCapacity();
    const shutdown = new AbortController();
    let finish = (): void => undefined;
    const round = capacity.run(
      tenant,
      () =>
        new Promise<void>((resolve) => {
          finish = resolve;
        }),
    );
    const drained = drainRounds(capacity, shutdown, 5_000);
    expect(shutdown.signal.aborted).toBe(false);
    finish();
    await round;
    await drained;
    expect(shutdown.signal.aborted).toBe(true);
  });

  it('ends rounds after the grace, and does not wait for ever for one that does not end', async () => {
    const capacity = openCapacity();
    const shutdown = new AbortController();
    void capacity.run(tenant, () => new Promise(() => undefined));
    const drained = drainRounds(capacity, shutdown, 5_000);
    await vi.advanceTimersByTimeAsync(4_999);
    expect(shutdown.signal.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(shutdown.signal.aborted).toBe(true);
    await vi.advanceTimersByTimeAsync(1_500);
    await expect(drained).resolves.toBeUndefined();
  });
});
