import { type Static, Type } from '@sinclair/typebox';
import { ifNoneMatch, notModified, sharedCaching } from '../caching.js';
import { internalError, tooManyRequests } from '../error-body.js';
import { EXAMPLE_FEED, EXAMPLE_FEED_VALUE } from '../example-feeds.js';
import { closed, DecimalValue, okEnvelope } from '../fields.js';
import { defineOperation } from '../operation.js';
import { feedsUnavailable, FeedValue, publicFeed } from '../public-feed.js';

/** Answer of `GET /v1/feeds`. */
export const FeedsAnswer = okEnvelope(
  Type.Object(
    {
      feeds: Type.Array(
        Type.Object(
          {
            ...publicFeed,
            latest: Type.Union([FeedValue, Type.Null()], { description: 'null: no value yet' }),
            trend: Type.Array(DecimalValue, {
              maxItems: 48,
              description: 'values of the last day, half an hour apart, oldest first',
            }),
          },
          closed,
        ),
      ),
    },
    closed,
  ),
);

export type FeedsAnswer = Static<typeof FeedsAnswer>;

export const getFeeds = defineOperation({
  name: 'getFeeds',
  method: 'GET',
  path: '/v1/feeds',
  summary: 'The public feeds of this gateway, with their latest values',
  tags: ['feeds'],
  security: [],
  headerParameters: ifNoneMatch,
  rateLimit: 'reads',
  responses: {
    200: { description: 'The feeds; none where none is public', body: FeedsAnswer, headers: sharedCaching },
    304: notModified,
    429: tooManyRequests,
    500: internalError,
    503: feedsUnavailable,
  },
  examples: {
    answers: {
      200: { status: 'ok', data: { feeds: [{ ...EXAMPLE_FEED, latest: EXAMPLE_FEED_VALUE, trend: [EXAMPLE_FEED_VALUE.value] }] } },
    },
  },
});
