import { type Static, Type } from '@sinclair/typebox';
import { internalError, refusal, tooManyRequests } from '../error-body.js';
import { EXAMPLE_FEED, EXAMPLE_FEED_ANSWER } from '../example-feeds.js';
import { closed, integer, okEnvelope } from '../fields.js';
import { defineOperation } from '../operation.js';
import { PublicAnswer, FeedIdText, feedNotFound, feedsUnavailable, ifNoneMatch, publicFeed, sharedCaching } from '../public-feed.js';

export const PublicFeedAnswer = okEnvelope(
  Type.Object(
    {
      ...publicFeed,
      latest: Type.Union([PublicAnswer, Type.Null()], {
        description: 'null: the feed has had no value since it was opened, or not at that time, or its answer is no longer kept',
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
  description: 'Answers are kept for a day at most. `at` asks for the one that a row of the history was taken from.',
  tags: ['feeds'],
  security: [],
  pathParameters: { feedId: FeedIdText },
  queryParameters: { at: integer('unix seconds: the latest answer of this minute or before, in place of the newest') },
  headerParameters: ifNoneMatch,
  rateLimit: 'reads',
  responses: {
    200: { description: 'The feed', body: PublicFeedAnswer, headers: sharedCaching },
    304: { description: 'The caller has this state', body: Type.Null(), form: 'none', headers: sharedCaching },
    400: refusal('The feed id or a parameter is malformed', ['invalid_request']),
    404: feedNotFound,
    429: tooManyRequests,
    500: internalError,
    503: feedsUnavailable,
  },
  examples: {
    path: { feedId: EXAMPLE_FEED.feedId },
    answers: { 200: { status: 'ok', data: { ...EXAMPLE_FEED, latest: EXAMPLE_FEED_ANSWER } } },
  },
});
