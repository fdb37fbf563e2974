import type { Listening } from './listening.js';

/** Watches what changes under keys: one read for each change, however many watch a key. */
export interface KeyedWatch<Key extends string, Value> {
  /** The value as it stands, and again whenever it may have changed, until `signal` is aborted. Throws what the read throws. */
  watch(key: Key, signal: AbortSignal): AsyncGenerator<Value, void, undefined>;
  changed(key: Key): void;
  /** Changes may have been missed. */
  allChanged(): void;
  close(): void;
}

export interface KeyedWatchDeps<Key extends string, Value> {
  readonly read: (key: Key) => Promise<Value>;
  readonly listening: Listening;
  /** A key that nothing is heard of is read so often. */
  readonly checkAgainMs: number;
}

/** One key, with the watchers that wait for its next change. */
interface Watched<Value> {
  /** Grows with every message: what was read before is old then. */
  version: number;
  read: { readonly version: number; readonly value: Promise<Value> } | null;
  timer: NodeJS.Timeout | undefined;
  watchers: number;
  readonly waiting: Set<() => void>;
}

export function createKeyedWatch<Key extends string, Value>(deps: KeyedWatchDeps<Key, Value>): KeyedWatch<Key, Value> {
  const { listening, checkAgainMs } = deps;
  const keys = new Map<Key, Watched<Value>>();

  const change = (watched: Watched<Value> | undefined): void => {
    if (watched === undefined) return;
    watched.version += 1;
    for (const goOn of watched.waiting) goOn();
  };

  /** All who ask within one version share one read, which began when it had begun. */
  const read = (key: Key, watched: Watched<Value>): Promise<Value> => {
    if (watched.read?.version === watched.version) return watched.read.value;
    const { version } = watched;
    const value = deps.read(key);
    watched.read = { version, value };
    clearTimeout(watched.timer);
    watched.timer = setTimeout(() => change(watched), checkAgainMs).unref();
    return value;
  };

  const enter = (key: Key): Watched<Value> => {
    const watched = keys.get(key) ?? { version: 0, read: null, timer: undefined, watchers: 0, waiting: new Set() };
    keys.set(key, watched);
    watched.watchers += 1;
    return watched;
  };
  const leave = (key: Key, watched: Watched<Value>): void => {
    watched.watchers -= 1;
    if (watched.watchers > 0) return;
    clearTimeout(watched.timer);
    keys.delete(key);
  };

  return {
    async *watch(key, signal) {
      const watched = enter(key);
      const release = listening.hold();
      try {
        // The listener starts before the first read: what changes after it is heard.
        await listening.start();
        let seen = -1;
        while (!signal.aborted) {
          if (seen === watched.version) {
            await nextChange(watched, signal);
          } else {
            seen = watched.version;
            yield await read(key, watched);
          }
        }
      } finally {
        leave(key, watched);
        release();
      }
    },
    changed: (key) => change(keys.get(key)),
    allChanged: () => keys.forEach((watched) => change(watched)),
    close() {
      for (const { timer } of keys.values()) clearTimeout(timer);
    },
  };
}

function nextChange({ waiting }: Pick<Watched<unknown>, 'waiting'>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const goOn = (): void => {
      waiting.delete(goOn);
      signal.removeEventListener('abort', goOn);
      resolve();
    };
    waiting.add(goOn);
    signal.addEventListener('abort', goOn);
  });
}
