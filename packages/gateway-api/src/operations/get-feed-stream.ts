import { type Static, Type } from '@sinclair/typebox';
import { internalError, refusal, tooManyRequests } from '../error-body.js';
import { EXAMPLE_FEED, EXAMPLE_FEED_ANSWER } from '../example-feeds.js';
import { defineOperation } from '../operation.js';
import { PublicAnswer, FeedIdText, feedNotFound } from '../public-feed.js';

/** Data of an event of `GET /v1/feeds/{feedId}/stream`: an answer that can be verified. */
export type FeedEvent = Static<typeof PublicAnswer>;

export const getFeedStream = defineOperation({
  name: 'getFeedStream',
  method: 'GET',
  path: '/v1/feeds/{feedId}/stream',
  summary: 'The answers of a public feed as server-sent events',
  description:
    'The first event has the latest answer. A reader that is behind gets the newest alone. With the `id` of an event as `Last-Event-ID` a stream begins with the next answer.',
  tags: ['feeds'],
  security: [],
  pathParameters: { feedId: FeedIdText },
  headerParameters: {
    'Last-Event-ID': Type.String({ pattern: '^([0-9]{1,16})?$', description: 'the `id` of the last event that was read' }),
  },
  rateLimit: 'reads',
  responses: {
    200: { description: 'The events', body: PublicAnswer, form: 'events' },
    400: refusal('The feed id or the `Last-Event-ID` is malformed', ['invalid_request']),
    404: feedNotFound,
    429: tooManyRequests,
    500: internalError,
    503: refusal('The outbox cannot be read, the gateway stops, or all streams are taken (with Retry-After)', [
      'outbox_unavailable',
      'shutting_down',
      'share_used',
      'at_capacity',
    ]),
  },
  examples: { path: { feedId: EXAMPLE_FEED.feedId }, answers: { 200: [EXAMPLE_FEED_ANSWER] } },
});
