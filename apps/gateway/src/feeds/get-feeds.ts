import type { operations } from '@oracle-gateway/gateway-api';
import { cachedAnswer } from '../http/cached-answer.js';
import type { Endpoint } from '../http/endpoint.js';
import { ofStore, type PublicFeeds } from './public-feeds.js';
import { LATEST_SECONDS } from './require-feed.js';
import type { Trends } from './trends.js';

export interface GetFeedsDeps {
  readonly feeds: Pick<PublicFeeds, 'list'>;
  readonly trends: Trends;
}

/** GET /v1/feeds: the public feeds with their latest values. */
export function getFeeds({ feeds, trends }: GetFeedsDeps): Endpoint<typeof operations.getFeeds> {
  return async (request) => {
    const open = await ofStore(feeds.list());
    const told = await Promise.all(open.map(async (feed) => ({ ...feed, trend: [...(await ofStore(trends.of(feed.feedId)))] })));
    told.sort((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1));
    return cachedAnswer(request, { body: { status: 'ok', data: { feeds: told } } as const, maxAgeSeconds: LATEST_SECONDS });
  };
}

/** Feeds of the catalogue come first, by name. */
function nameOf({ feed, feedId }: { readonly feed?: string; readonly feedId: string }): string {
  return feed === undefined ? `1 ${feedId}` : `0 ${feed}`;
}
