import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startSweep } from './sweep-timer.js';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('startSweep', () => {
  it('sweeps every five seconds, never twice at once, until it is stopped', async () => {
    let sweeps = 0;
    let finish = (): void => undefined;
    const step = (): Promise<void> => {
      sweeps += 1;
      return new Promise((resolve) => {
        finish = resolve;
      });
    };
    const sweep = startSweep(step, { sweepFailed: () => expect.fail('it did not fail') });
    await vi.advanceTimersByTimeAsync(15_000);
    expect(sweeps).toBe(1);
    finish();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(sweeps).toBe(2);
    finish();
    await sweep.stop();
    await vi.advanceTimersByTimeAsync(15_000);
    expect(sweeps).toBe(2);
  });

  it('reports a failure and tries again', async () => {
    const failures: unknown[] = [];
    const sweep = startSweep(() => Promise.reject(new Error('down')), { sweepFailed: (cause) => void failures.push(cause) });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(failures).toEqual([new Error('down'), new Error('down')]);
    await sweep.stop();
  });
});
