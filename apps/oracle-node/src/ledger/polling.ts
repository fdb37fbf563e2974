export interface Polling {
  /** No further round starts; one under way runs out, bounded by the limits of what it calls. */
  stop(): void;
}

/** Runs `poll` again and again, `intervalMs` after the last one has ended; a failure is reported and the next round comes all the same. */
export function startPolling(deps: {
  readonly poll: () => Promise<void>;
  readonly intervalMs: number;
  readonly onError: (error: unknown) => void;
}): Polling {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  const schedule = (): void => {
    if (!isStopped) {
      timer = setTimeout(() => {
        void deps.poll().catch(deps.onError).then(schedule);
      }, deps.intervalMs);
      timer.unref();
    }
  };
  schedule();

  return {
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
