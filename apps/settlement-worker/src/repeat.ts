export interface Repetition {
  /** Starts no further run; resolves when the running one is through. */
  stop(): Promise<void>;
}

/** Runs `task` now and then `intervalMs` after each end: never twice at once. `task` must not reject. */
export function repeat(task: () => Promise<void>, intervalMs: number): Repetition {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const run = async (): Promise<void> => {
    await task();
    if (!isStopped) timer = setTimeout(next, intervalMs);
  };
  const next = (): void => {
    running = run();
  };
  let running = run();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
