import { operations } from '@oracle-gateway/gateway-api';
import type { PublicFeed } from '@oracle-gateway/outbox';
import { cachedAnswer } from '../http/cached-answer.js';
import type { Endpoint } from '../http/endpoint.js';
import { queryOf } from '../http/read-query.js';
import { describeFeed, latestOf, ofStore } from './public-feeds.js';
import { type FeedReadDeps, LATEST_SECONDS, requireFeed } from './require-feed.js';

const readFeedQuery = queryOf(operations.getFeed);
/** A row is of the first answer of its minute. */
const MINUTE_MS = 60_000;

/** GET /v1/feeds/{feedId}: the latest answer of a feed, whole. */
export function getFeed(deps: FeedReadDeps): Endpoint<typeof operations.getFeed> {
  const { feeds, store } = deps;
  const answerAt = async (feed: PublicFeed, at: number) => {
    const row = await store.rowAt({ feedId: feed.feedId, atMs: at * 1_000 });
    if (row === null) return null;
    const answers = await store.answers({ owner: feed.owner, fromMs: row.atMs, toMs: row.atMs + MINUTE_MS - 1 });
    return answers.map((kept) => latestOf(feed.feedId, kept)).find((one) => one?.value === row.value) ?? null;
  };
  return async (request) => {
    const { at } = readFeedQuery(request.query);
    const feed = await requireFeed(request, deps);
    const latest = await ofStore(at === undefined ? feeds.latest(feed) : answerAt(feed, at));
    return cachedAnswer(request, {
      body: { status: 'ok', data: { ...describeFeed(feed), latest } } as const,
      maxAgeSeconds: LATEST_SECONDS,
    });
  };
}
