import { setTimeout as delay } from 'node:timers/promises';
import type { Capacity } from './capacity.js';

/** Time for rounds that were ended to give back what they hold. */
const ENDING_MS = 1_500;

/** Refuses new rounds and waits up to `graceMs` for those under way; then ends them, and waits for that no longer than one and a half seconds. */
export async function drainRounds(capacity: Pick<Capacity, 'drain'>, shutdown: AbortController, graceMs: number): Promise<void> {
  const timer = setTimeout(() => {
    shutdown.abort();
  }, graceMs);
  await Promise.race([capacity.drain(), delay(graceMs + ENDING_MS, undefined, { ref: false })]);
  clearTimeout(timer);
  shutdown.abort();
}
