import { BoundedMap } from '@oracle-gateway/protocol/internal';

/** The store of `express-rate-limit`, without its promises. */
export interface RequestCounts {
  readonly localKeys: true;
  increment(key: string): { readonly totalHits: number; readonly resetTime: Date };
  decrement(key: string): void;
  resetKey(key: string): void;
}

interface Window {
  readonly endsAtMs: number;
  requests: number;
}

/**
 * Counts the requests of each key, in windows that begin with a first one. Above `maxKeys` keys, the key that asked least recently is
 * forgotten: a flood from ever new addresses takes no more memory, and an address that goes on asking stays counted.
 */
export function createRequestCounts(deps: {
  readonly windowMs: number;
  readonly maxKeys: number;
  readonly nowMs: () => number;
}): RequestCounts {
  const windows = new BoundedMap<string, Window>(deps.maxKeys);

  const windowOf = (key: string): Window => {
    const nowMs = deps.nowMs();
    const current = windows.get(key);
    // A clock that was set back would otherwise make a window longer than it is.
    if (current !== undefined && current.endsAtMs > nowMs && current.endsAtMs <= nowMs + deps.windowMs) return current;
    const begun = { endsAtMs: nowMs + deps.windowMs, requests: 0 };
    windows.set(key, begun);
    return begun;
  };

  return {
    localKeys: true,
    increment(key) {
      const window = windowOf(key);
      window.requests += 1;
      return { totalHits: window.requests, resetTime: new Date(window.endsAtMs) };
    },
    decrement(key) {
      const window = windowOf(key);
      if (window.requests > 0) window.requests -= 1;
    },
    resetKey(key) {
      windows.delete(key);
    },
  };
}
