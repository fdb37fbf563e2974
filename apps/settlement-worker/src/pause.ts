import { setTimeout as delay } from 'node:timers/promises';

/** Waits `ms`, or until `signal` is aborted. */
export type Pause = (ms: number, signal: AbortSignal) => Promise<void>;

export const pause: Pause = async (ms, signal) => {
  try {
    await delay(ms, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
};
