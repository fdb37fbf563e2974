import type { FeedStore, PublicFeed } from '@oracle-gateway/outbox';
import { GatewayError } from '../errors/gateway-error.js';
import type { HttpRequest } from '../http/endpoint.js';
import { ofStore, type PublicFeeds } from './public-feeds.js';

export interface FeedReadDeps {
  readonly feeds: PublicFeeds;
  readonly store: FeedStore;
  readonly nowMs: () => number;
}

/** Nodes need longer for a round: a feed has no other value sooner. */
export const LATEST_SECONDS = 1;

const FEED_ID = /^0x[0-9a-f]{64}$/;

/** Throws the refusal of what is no feed id. */
export function requireFeedId({ path }: Pick<HttpRequest, 'path'>): string {
  const feedId = path['feedId'] ?? '';
  if (!FEED_ID.test(feedId)) throw new GatewayError('invalid_request', { detail: 'feedId: must be 0x and 64 lower-case hex digits' });
  return feedId;
}

/** The feed that a request names. Throws `feed_not_found` for one that is not public. */
export async function requireFeed(request: Pick<HttpRequest, 'path'>, { store }: Pick<FeedReadDeps, 'store'>): Promise<PublicFeed> {
  const feed = await ofStore(store.feed(requireFeedId(request)));
  if (feed === null) throw new GatewayError('feed_not_found');
  return feed;
}
