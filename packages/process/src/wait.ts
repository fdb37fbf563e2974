import { setTimeout as delay } from 'node:timers/promises';

/** Resolves after `ms`, or as soon as `signal` is aborted. Never rejects; keeps no process alive. */
export async function wait(ms: number, signal?: AbortSignal): Promise<void> {
  await delay(ms, undefined, { ref: false, ...(signal === undefined ? {} : { signal }) }).catch(() => undefined);
}
