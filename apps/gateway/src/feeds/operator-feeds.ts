import type { FeedStore } from '@oracle-gateway/outbox';
import { deriveFeedId, formatAddress, toHex } from '@oracle-gateway/protocol';
import type { Catalogue } from '@oracle-gateway/providers';
import type { Config } from '../config/config.js';
import { publishedSource } from './publish-feed.js';

export interface OperatorFeedsDeps {
  readonly store: Pick<FeedStore, 'publish' | 'feeds'>;
  readonly catalogue: Catalogue;
  readonly nowMs: () => number;
}

/**
 * Opens the feeds that the operator names, and closes each other feed that an operator has opened. Every process does it at its start: of two with other
 * settings the one that started last decides.
 */
export async function openOperatorFeeds({ operatorFeeds }: Pick<Config, 'operatorFeeds'>, deps: OperatorFeedsDeps): Promise<void> {
  const { store, nowMs } = deps;
  const atSeconds = Math.floor(nowMs() / 1_000);
  const named = operatorFeeds.map((feed) => ({ ...feed, feedId: toHex(deriveFeedId({ ...feed, sourceId: feed.subject.sourceId })) }));
  for (const { feedId, owner, openedBy } of await store.feeds()) {
    const isNamed = named.some((feed) => feed.feedId === feedId);
    if (openedBy === 'operator' && !isNamed) await store.publish({ feedId, owner, openedBy, atSeconds, source: null });
  }
  for (const { feedId, owner, subject, signaturesRequired } of named) {
    const source = JSON.stringify(publishedSource(subject, signaturesRequired, deps));
    await store.publish({ feedId, owner: formatAddress(owner), openedBy: 'operator', atSeconds, source });
  }
}
