import type { Wait } from '../base/wait.js';

/**
 * Runs one task after the other, each begun when its time has come: at the start, and every `everyMs` after it. A task that takes longer
 * leaves out the times that it covers; a consumer that is busy holds the next one back. Ends when the signal aborts; a failure is thrown.
 */
export async function* everySoOften<T>(
  deps: { readonly task: () => Promise<T>; readonly now: () => number; readonly wait: Wait },
  input: { readonly everyMs: number; readonly signal?: AbortSignal | undefined },
): AsyncGenerator<T, void, undefined> {
  const { everyMs, signal } = input;
  const startMs = deps.now();
  const isOver = (): boolean => signal?.aborted === true;
  for (let beat = 0; !isOver();) {
    try {
      yield await deps.task();
      const nowMs = deps.now();
      // A clock that was set back must not hold the next one back for longer than one beat.
      beat = Math.max(beat + 1, Math.ceil((nowMs - startMs) / everyMs));
      const leftMs = Math.min(everyMs, startMs + beat * everyMs - nowMs);
      if (leftMs > 0) await deps.wait(leftMs, signal);
    } catch (error) {
      if (isOver()) return;
      throw error;
    }
  }
}
