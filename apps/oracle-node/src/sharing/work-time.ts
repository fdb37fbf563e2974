import { openSync, readSync } from 'node:fs';

/** Begins a piece of work of this thread. The function that it returns tells the milliseconds of the piece so far. */
export type StartWork = () => () => number;

/** Linux books the time of a thread when it stops and at ticks, which are so far apart at most. */
const TICK_MS = 10;

const BOOKED_BY_LINUX = '/proc/thread-self/schedstat';
const NANOSECONDS = 1_000_000;

/**
 * Measures work by the clock, but as no more than the kernel has booked meanwhile and one tick: on a busy machine a thread waits for a CPU in the
 * middle of its work. Booked time alone would miss short pieces.
 */
export function createStartWork(deps: {
  readonly monotonicMs: () => number;
  /** Default: the clock. */
  readonly bookedMs?: () => number;
}): StartWork {
  const { monotonicMs, bookedMs = monotonicMs } = deps;
  return () => {
    const startedMs = monotonicMs();
    const bookedBeforeMs = bookedMs();
    return () => {
      const ms = monotonicMs() - startedMs;
      return ms <= TICK_MS ? ms : Math.min(ms, bookedMs() - bookedBeforeMs + TICK_MS);
    };
  };
}

/** Tells the milliseconds that Linux has booked for the thread that calls this function. Elsewhere, the clock is all there is. */
export function bookedTime(monotonicMs: () => number): () => number {
  try {
    const file = openSync(BOOKED_BY_LINUX, 'r');
    const text = Buffer.alloc(64);
    const booked = (): number => {
      readSync(file, text, 0, text.length, 0);
      return Number.parseInt(text.toString('latin1'), 10) / NANOSECONDS;
    };
    return booked() > 0 ? booked : monotonicMs;
  } catch {
    return monotonicMs;
  }
}
