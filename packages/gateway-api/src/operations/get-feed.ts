import { type Static, Type } from '@sinclair/typebox';
import { ifNoneMatch, notModified, sharedCaching } from '../caching.js';
import { internalError, refusal, tooManyRequests } from '../error-body.js';
import { EXAMPLE_FEED } from '../example-feeds.js';
import { closed, integer, okEnvelope } from '../fields.js';
import { defineOperation } from '../operation.js';
import { PublicAnswer, FeedIdText, feedNotFound, feedsUnavailable, publicFeed } from '../public-feed.js';

/** Answer of `GET /v1/feeds/{feedId}`. */
export const PublicFeedAnswer = okEnvelope(
  Type.Object(
    {
      ...publicFeed,
      latest: Type.Union([PublicAnswer, Type.Null()], {
        description: 'null: no answer is kept, or none of that time',
      }),
    },
    closed,
  ),
);

export type PublicFeedAnswer = Static<typeof PublicFeedAnswer>;

export const getFeed = defineOperation({
  name: 'getFeed',
  method: 'GET',
  path: '/v1/feeds/{feedId}',
  summary: 'The latest answer of a public feed, whole, so that its reader can verify it',
  description: 'Answers are kept for a day at most; `at` finds that of a row of the history.',
  tags: ['feeds'],
  security: [],
  pathParameters: { feedId: FeedIdText },
  queryParameters: { at: integer('unix seconds: the answer of this minute or before') },
  headerParameters: ifNoneMatch,
  rateLimit: 'reads',
  responses: {
    200: { description: 'The feed', body: PublicFeedAnswer, headers: sharedCaching },
    304: notModified,
    400: refusal('The feed id or a parameter is malformed', ['invalid_request']),
    404: feedNotFound,
    429: tooManyRequests,
    500: internalError,
    503: feedsUnavailable,
  },
  examples: {
    path: { feedId: EXAMPLE_FEED.feedId },
    answers: { 200: { status: 'ok', data: { ...EXAMPLE_FEED, latest: null } } },
  },
});
