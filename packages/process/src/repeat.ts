import { createAlarm } from './alarm.js';

export interface RepeatInput {
  /** Time between the end of one run and the start of the next. */
  readonly intervalMs: number;
  /** The first run starts after one interval. Default: at once. */
  readonly startsLater?: boolean;
  /** Receives the error of a run that failed. The next run starts as usual. */
  readonly onError: (error: unknown) => void;
}

export interface Repetition {
  /** Resolves when the first run has ended, or when `stop` came before it. */
  readonly first: Promise<void>;
  /** Starts the next run after at most `ms`. */
  within(ms: number): void;
  /** Starts no further run; resolves when the current run has ended. */
  stop(): Promise<void>;
}

/** Runs `task` again and again until it is stopped, never twice at once. Keeps no process alive. */
export function repeat(task: () => Promise<unknown>, { intervalMs, startsLater = false, onError }: RepeatInput): Repetition {
  const alarm = createAlarm();
  let sooner: { readonly timer: NodeJS.Timeout; readonly atMs: number } | undefined;
  let isStopped = false;

  const run = async (): Promise<void> => {
    try {
      await task();
    } catch (error) {
      onError(error);
    }
  };
  const runAfter = async (ms: number): Promise<void> => {
    await alarm.wait(ms);
    // Stopping ends the wait.
    if (!isStopped) await run();
  };
  const first = startsLater ? runAfter(intervalMs) : run();
  const loop = async (): Promise<void> => {
    await first;
    while (!isStopped) await runAfter(intervalMs);
  };
  const running = loop();

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
      sooner = { timer: setTimeout(ring, ms).unref(), atMs };
    },
    async stop() {
      isStopped = true;
      clearTimeout(sooner?.timer);
      alarm.ring();
      await running;
    },
  };
}
