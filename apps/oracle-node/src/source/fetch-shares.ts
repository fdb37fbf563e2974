/** Runs at most `maxPerKey` tasks of one key at once. Further ones wait in order of arrival, so long as they may, and delay no other key. */
export interface FetchShares {
  /** Rejects with the signal's reason when the signal is aborted before the task starts. */
  run<T>(key: string, signal: AbortSignal, task: () => Promise<T>): Promise<T>;
}

interface Share {
  running: number;
  readonly waiting: Set<() => void>;
}

export function createFetchShares(input: { readonly maxPerKey: number }): FetchShares {
  const shares = new Map<string, Share>();

  const enter = async (share: Share, signal: AbortSignal): Promise<void> => {
    if (share.running < input.maxPerKey) {
      share.running += 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const giveUp = (): void => {
        share.waiting.delete(begin);
        reject(signal.reason as Error);
      };
      // A task that leaves hands its place on, so `running` does not change.
      const begin = (): void => {
        signal.removeEventListener('abort', giveUp);
        resolve();
      };
      share.waiting.add(begin);
      signal.addEventListener('abort', giveUp, { once: true });
    });
  };

  const leave = (key: string, share: Share): void => {
    const [next] = share.waiting;
    if (next !== undefined) {
      share.waiting.delete(next);
      next();
      return;
    }
    share.running -= 1;
    if (share.running === 0) shares.delete(key);
  };

  return {
    run: async (key, signal, task) => {
      signal.throwIfAborted();
      const share = shares.get(key) ?? { running: 0, waiting: new Set() };
      shares.set(key, share);
      await enter(share, signal);
      try {
        return await task();
      } finally {
        leave(key, share);
      }
    },
  };
}
