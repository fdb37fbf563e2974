import type { TransitionListener, TransitionListenerInput, Outbox, RoundRecord } from '@oracle-gateway/outbox';
import type { RoundId } from '@oracle-gateway/protocol';

/** Watches rounds: one subscription of the process, and one read of the record for each change, however many watch a round. */
export interface RoundWatch {
  /**
   * The record as it stands, and again whenever it may have changed, until `signal` is aborted; null: the round is unknown (any more). Throws what
   * the outbox throws.
   */
  watch(roundId: RoundId, signal: AbortSignal): AsyncGenerator<RoundRecord | null, void, undefined>;
  close(): void;
}

export interface RoundWatchDeps {
  readonly outbox: Pick<Outbox, 'read'>;
  readonly createListener: (hears: Pick<TransitionListenerInput, 'onTransition' | 'onGap'>) => TransitionListener;
  /** A round that nothing is heard of is read so often. */
  readonly checkAgainMs?: number;
  /** The subscription ends so long after the last watcher has left. */
  readonly lingerMs?: number;
}

/** A message may be lost: then this is how late a change is told. */
const CHECK_AGAIN_MS = 10_000;
const LINGER_MS = 10_000;

/** One round, with the watchers that wait for its next change. */
interface Watched {
  /** Grows with every message: what was read before is old then. */
  version: number;
  read: { readonly version: number; readonly record: Promise<RoundRecord | null> } | null;
  timer: NodeJS.Timeout | undefined;
  watchers: number;
  readonly waiting: Set<() => void>;
}

export function createRoundWatch(deps: RoundWatchDeps): RoundWatch {
  const { outbox, checkAgainMs = CHECK_AGAIN_MS, lingerMs = LINGER_MS } = deps;
  const rounds = new Map<RoundId, Watched>();
  let lingering: NodeJS.Timeout | undefined;

  const changed = (watched: Watched | undefined): void => {
    if (watched === undefined) return;
    watched.version += 1;
    for (const goOn of watched.waiting) goOn();
  };
  const listener = deps.createListener({
    onTransition: (roundId) => changed(rounds.get(roundId)),
    onGap: () => rounds.forEach((watched) => changed(watched)),
  });

  /** All who ask within one version share one read, which began when it had begun. */
  const read = (roundId: RoundId, watched: Watched): Promise<RoundRecord | null> => {
    if (watched.read?.version === watched.version) return watched.read.record;
    const { version } = watched;
    const record = outbox.read(roundId);
    watched.read = { version, record };
    clearTimeout(watched.timer);
    watched.timer = setTimeout(() => changed(watched), checkAgainMs).unref();
    return record;
  };

  const enter = (roundId: RoundId): Watched => {
    clearTimeout(lingering);
    const watched = rounds.get(roundId) ?? { version: 0, read: null, timer: undefined, watchers: 0, waiting: new Set() };
    rounds.set(roundId, watched);
    watched.watchers += 1;
    return watched;
  };
  const leave = (roundId: RoundId, watched: Watched): void => {
    watched.watchers -= 1;
    if (watched.watchers > 0) return;
    clearTimeout(watched.timer);
    rounds.delete(roundId);
    if (rounds.size === 0) lingering = setTimeout(() => listener.stop(), lingerMs).unref();
  };

  return {
    async *watch(roundId, signal) {
      const watched = enter(roundId);
      try {
        // The listener starts before the first read of the record: what changes after it is heard.
        await listener.start();
        let seen = -1;
        while (!signal.aborted) {
          if (seen === watched.version) {
            await nextChange(watched, signal);
          } else {
            seen = watched.version;
            yield await read(roundId, watched);
          }
        }
      } finally {
        leave(roundId, watched);
      }
    },
    close() {
      clearTimeout(lingering);
      for (const { timer } of rounds.values()) clearTimeout(timer);
      listener.stop();
    },
  };
}

function nextChange({ waiting }: Watched, signal: AbortSignal): Promise<void> {
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
