export interface CachedRead<T> {
  /** The value, at most `ttlMs` old. `refresh` asks for a newer one; requests for refresh are themselves rate-limited. */
  get(options?: { readonly refresh?: boolean }): Promise<T>;
}

export interface CachedReadDeps<T> {
  readonly load: () => Promise<T>;
  readonly ttlMs: number;
  /** A refresh of a value younger than this answers that value: strangers can provoke refreshes. */
  readonly minRefreshIntervalMs: number;
  /** A clock that is never set back: with the wall clock a step back of an hour would keep a value for an hour. */
  readonly monotonicMs: () => number;
}

/** Caches one read. At most one load runs at a time; everybody who asks meanwhile shares it. A failed load is not remembered. */
export function createCachedRead<T>(deps: CachedReadDeps<T>): CachedRead<T> {
  let held: { readonly value: T; readonly loadedAtMs: number } | undefined;
  let loading: Promise<T> | undefined;

  const load = async (): Promise<T> => {
    try {
      const startedAtMs = deps.monotonicMs();
      const value = await deps.load();
      held = { value, loadedAtMs: startedAtMs };
      return value;
    } finally {
      loading = undefined;
    }
  };

  return {
    async get(options = {}) {
      const maxAgeMs = options.refresh === true ? Math.min(deps.minRefreshIntervalMs, deps.ttlMs) : deps.ttlMs;
      if (held !== undefined && deps.monotonicMs() - held.loadedAtMs < maxAgeMs) return held.value;
      loading ??= load();
      return loading;
    },
  };
}
