import { createAlarm } from './alarm.js';

export interface Repetition {
  /** The end of the first run. */
  readonly first: Promise<void>;
  /** The next run begins after `ms` at the latest. */
  within(ms: number): void;
  /** Starts no further run; resolves when the running one is through. */
  stop(): Promise<void>;
}

/** Runs `task` now and then `intervalMs` after each end: never twice at once. `task` must not reject. */
export function repeat(task: () => Promise<void>, intervalMs: number): Repetition {
  const alarm = createAlarm();
  let sooner: { readonly timer: NodeJS.Timeout; readonly atMs: number } | undefined;
  let isStopped = false;

  const first = task();
  const run = async (): Promise<void> => {
    await first;
    for (;;) {
      await alarm.wait(intervalMs);
      if (isStopped) return;
      await task();
    }
  };
  const running = run();

  return {
    first,
    within(ms) {
      const atMs = performance.now() + ms;
      if (isStopped || (sooner !== undefined && sooner.atMs <= atMs)) return;
      clearTimeout(sooner?.timer);
      const ring = (): void => {
        sooner = undefined;
        alarm.ring();
      };
      sooner = { timer: setTimeout(ring, ms), atMs };
    },
    async stop() {
      isStopped = true;
      clearTimeout(sooner?.timer);
      alarm.ring();
      await running;
    },
  };
}
