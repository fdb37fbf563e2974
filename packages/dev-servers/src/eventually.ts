import { setTimeout as pause } from 'node:timers/promises';

/** Ends a wait for something that never happens. No machine is so slow that a wait of the tests lasts as long. */
const GIVEN_UP_AFTER_MS = 300_000;

/**
 * Checks until `check` does not throw, and returns what it returned. A test waits for an event so, never for a time. Throws the last error of
 * `check` after five minutes.
 */
export async function eventually<T>(read: () => T | Promise<T>, { intervalMs = 50 }: { readonly intervalMs?: number } = {}): Promise<T> {
  const beganAtMs = performance.now();
  for (;;) {
    try {
      return await read();
    } catch (error) {
      if (performance.now() - beganAtMs >= GIVEN_UP_AFTER_MS) throw error;
    }
    await pause(intervalMs);
  }
}
