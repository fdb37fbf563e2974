import { withDeadline } from '@oracle-gateway/process';
import type { Capacity } from '../model/capacity.js';

/** Time for rounds that were ended to give back what they hold. */
const ENDING_MS = 1_500;

/** Refuses new rounds and waits up to `graceMs` for the running ones; then ends them, and waits for that for at most one and a half seconds. */
export async function drainRounds(capacity: Pick<Capacity, 'drain'>, shutdown: AbortController, graceMs: number): Promise<void> {
  const drained = capacity.drain();
  const isInTime = await withDeadline(drained, graceMs);
  shutdown.abort();
  if (!isInTime) await withDeadline(drained, ENDING_MS);
}
