const INTERVAL_MS = 5_000;

/** Something that goes on until it is stopped. */
export interface Sweep {
  /** Resolves when nothing of it runs any more. */
  stop(): Promise<void>;
}

/** Sweeps every five seconds, never twice at once. A sweep that fails is told, and the next one tries again. */
export function startSweep(sweep: () => Promise<unknown>, events: { readonly sweepFailed: (cause: unknown) => void }): Sweep {
  let running: Promise<void> | undefined;
  const run = async (): Promise<void> => {
    try {
      await sweep();
    } catch (error) {
      events.sweepFailed(error);
    } finally {
      running = undefined;
    }
  };
  const timer = setInterval(() => {
    running ??= run();
  }, INTERVAL_MS).unref();
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
