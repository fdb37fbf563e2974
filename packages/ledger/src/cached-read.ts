export interface CachedRead<T> {
  /** The value, at most `ttlMs` old. `refresh` asks for a newer one; requests for refresh are themselves rate-limited. */
  get(options?: { readonly refresh?: boolean }): Promise<T>;
  /** A value that was loaded after it was asked for: such loads begin `minRefreshIntervalMs` apart, and all who ask before one begins share it. */
  next(): Promise<T>;
}

export interface CachedReadDeps<T> {
  readonly load: () => Promise<T>;
  readonly ttlMs: number;
  /** A refresh of a value younger than this answers that value: strangers can provoke refreshes. */
  readonly minRefreshIntervalMs: number;
  /** A clock that is never set back: with the wall clock a step back of an hour would keep a value for an hour. */
  readonly monotonicMs: () => number;
  /** Default: a timer. */
  readonly wait?: (ms: number) => Promise<void>;
}

/** Caches one read. At most one load runs at a time; everybody who asks meanwhile shares it. A failed load is not remembered. */
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
    // In any case, so that all who ask in this turn share it.
    await (waitMs > 0 ? wait(waitMs) : undefined);
    // Others may load too, one at a time.
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
