import type { FeedStore, Outbox, PublicFeed, RoundRecord, TransitionListener, TransitionListenerInput } from '@oracle-gateway/outbox';
import type { RoundId } from '@oracle-gateway/protocol';
import { createKeyedWatch, type KeyedWatch } from './keyed-watch.js';
import { createListening } from './listening.js';

/** Watches the records of rounds and public feeds: one subscription of the process, however many watch. */
export interface RecordWatch {
  /** null: the round is unknown (any more). */
  readonly rounds: Pick<KeyedWatch<RoundId, RoundRecord | null>, 'watch'>;
  /** A key is the feed id as 0x hex; null: the feed is not public (any more). */
  readonly feeds: Pick<KeyedWatch<string, PublicFeed | null>, 'watch'>;
  close(): void;
}

export interface RecordWatchDeps {
  readonly outbox: Pick<Outbox, 'read'>;
  readonly feeds: Pick<FeedStore, 'feed'>;
  readonly createListener: (hears: Pick<TransitionListenerInput, 'onTransition' | 'onValue' | 'onGap'>) => TransitionListener;
  /** A record that nothing is heard of is read so often. */
  readonly checkAgainMs?: number;
  /** The subscription ends so long after the last watcher has left. */
  readonly lingerMs?: number;
}

/** A message may be lost: then this is how late a change is told. */
const CHECK_AGAIN_MS = 10_000;
const LINGER_MS = 10_000;

export function createRecordWatch(deps: RecordWatchDeps): RecordWatch {
  const { outbox, feeds: store, checkAgainMs = CHECK_AGAIN_MS, lingerMs = LINGER_MS } = deps;
  const listener = deps.createListener({
    onTransition: (roundId) => rounds.changed(roundId),
    onValue: (feedId) => feeds.changed(feedId),
    onGap() {
      rounds.allChanged();
      feeds.allChanged();
    },
  });
  const listening = createListening(listener, { lingerMs });
  const rounds = createKeyedWatch<RoundId, RoundRecord | null>({ read: (id) => outbox.read(id), listening, checkAgainMs });
  const feeds = createKeyedWatch<string, PublicFeed | null>({ read: (id) => store.feed(id), listening, checkAgainMs });
  return {
    rounds,
    feeds,
    close() {
      rounds.close();
      feeds.close();
      listening.close();
    },
  };
}
