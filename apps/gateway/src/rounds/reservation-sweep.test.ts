import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startReservationSweep } from './reservation-sweep.js';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('startReservationSweep', () => {
  it('sweeps every five seconds, never twice at once, until it is stopped', async () => {
    let sweeps = 0;
    let finish = (): void => undefined;
    const expireReservations = (): Promise<number> => {
      sweeps += 1;
      return new Promise((resolve) => {
        finish = () => {
          resolve(0);
        };
      });
    };
    const sweep = startReservationSweep({ outbox: { expireReservations }, events: { sweepFailed: () => expect.fail('it did not fail') } });
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
    const sweep = startReservationSweep({
      outbox: { expireReservations: () => Promise.reject(new Error('down')) },
      events: { sweepFailed: (cause) => void failures.push(cause) },
    });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(failures).toEqual([new Error('down'), new Error('down')]);
    await sweep.stop();
  });
});
