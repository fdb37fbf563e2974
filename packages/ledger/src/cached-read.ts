/** A value that is loaded once for all calls. */
export interface CachedRead<T> {
  /** The value, at most `ttlMs` old. `refresh` loads a newer value; refreshes are rate-limited. */
  readonly get: (options?: { readonly refresh?: boolean }) => Promise<T>;
  /** A value whose load starts after this call. Such loads start `minRefreshIntervalMs` apart; all calls before a load starts share it. */
  readonly next: () => Promise<T>;
}

/** The load of a cached read, and its times in milliseconds. */
export interface CachedReadDeps<T> {
  readonly load: () => Promise<T>;
  readonly ttlMs: number;
  /** A refresh returns the present value while it is younger than this: strangers can provoke refreshes. */
  readonly minRefreshIntervalMs: number;
  /** A monotonic clock: when the wall clock is set back by an hour, a value would stay for an hour. */
  readonly monotonicMs: () => number;
  /** Default: a timer. */
  readonly wait?: (ms: number) => Promise<void>;
}

/** Caches one read. One load runs at a time, and concurrent calls share it. A failed load is not cached. */
export function createCachedRead<T>(deps: CachedReadDeps<T>): CachedRead<T> {
  const wait = deps.wait ?? delay;
  let held: { readonly value: T; readonly loadedAtMs: number } | undefined;
  let loading: Promise<T> | undefined;
  let begunAtMs = -Infinity;
  let notBegun: Promise<{ readonly begun: Promise<T> }> | undefined;

  const load = async (): Promise<T> => {
    try {
      begunAtMs = deps.monotonicMs();
      const startedAtMs = begunAtMs;
      const value = await deps.load();
      held = { value, loadedAtMs: startedAtMs };
      return value;
    } finally {
      loading = undefined;
    }
  };

  const begin = async (): Promise<{ readonly begun: Promise<T> }> => {
    const waitMs = begunAtMs + deps.minRefreshIntervalMs - deps.monotonicMs();
    // Also without a pause, so that all calls of this turn share the load.
    await (waitMs > 0 ? wait(waitMs) : undefined);
    // Other calls may load too, one at a time.
    while (loading !== undefined) await loading.catch(() => undefined);
    notBegun = undefined;
    loading = load();
    return { begun: loading };
  };

  return {
    async get(options = {}) {
      const maxAgeMs = options.refresh === true ? Math.min(deps.minRefreshIntervalMs, deps.ttlMs) : deps.ttlMs;
      if (held !== undefined && deps.monotonicMs() - held.loadedAtMs < maxAgeMs) return held.value;
      loading ??= load();
      return loading;
    },
    async next() {
      notBegun ??= begin();
      const { begun } = await notBegun;
      return begun;
    },
  };
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
