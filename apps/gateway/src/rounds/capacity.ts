import { GatewayError } from '../errors.js';

/** Bounds the rounds at once in this process (protocol §10) and lets a shutdown wait for them. */
export interface Capacity {
  /** Runs `work`, or throws `at_capacity` or `shutting_down` at once: rounds do not queue. */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Throws what `run` would throw now: what cannot be served anyway is refused before anything is spent on it. */
  requireRoom(): void;
  readonly inFlight: () => number;
  readonly isDraining: () => boolean;
  /** Refuses new work; resolves when what runs has ended. */
  drain(): Promise<void>;
}

export function createCapacity({ max }: { readonly max: number }): Capacity {
  const running = new Set<Promise<unknown>>();
  let isDraining = false;
  const requireRoom = (): void => {
    if (isDraining) throw new GatewayError('shutting_down');
    if (running.size >= max) throw new GatewayError('at_capacity');
  };
  return {
    requireRoom,
    async run(work) {
      requireRoom();
      const task = work();
      running.add(task);
      try {
        return await task;
      } finally {
        running.delete(task);
      }
    },
    inFlight: () => running.size,
    isDraining: () => isDraining,
    async drain() {
      isDraining = true;
      await Promise.allSettled(running);
    },
  };
}
