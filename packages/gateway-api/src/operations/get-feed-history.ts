import { type Static, Type } from '@sinclair/typebox';
import { ifNoneMatch, notModified, sharedCaching } from '../caching.js';
import { internalError, refusal, tooManyRequests } from '../error-body.js';
import { EXAMPLE_FEED, EXAMPLE_FEED_VALUE } from '../example-feeds.js';
import { closed, DecimalValue, integer, okEnvelope } from '../fields.js';
import { defineOperation } from '../operation.js';
import { FeedIdText, feedNotFound, feedsUnavailable } from '../public-feed.js';
import { HISTORY_SECONDS, HISTORY_STEP_SECONDS, MAX_HISTORY_ROWS } from '../query-limits.js';

export const historyQuery = {
  from: integer('unix seconds of the first row; by default a day before `to`'),
  to: integer('unix seconds of the last row; by default now'),
  step: integer('seconds of a row, a multiple of 60; by default the smallest that fits', {
    minimum: HISTORY_STEP_SECONDS,
    maximum: HISTORY_SECONDS,
  }),
} as const;

/** Answer of `GET /v1/feeds/{feedId}/history`. */
export const FeedHistoryAnswer = okEnvelope(
  Type.Object(
    {
      feedId: FeedIdText,
      step: integer('seconds of a row'),
      verifiable: Type.Literal(false, {
        description: 'no signature covers rows; `?at=` of the feed gives answers',
      }),
      rows: Type.Array(
        Type.Object(
          {
            at: integer('beginning of the row, unix seconds'),
            value: Type.String({ ...DecimalValue, description: 'the first value of the row' }),
            low: Type.String({ ...DecimalValue, description: 'the lowest of the first values of its minutes' }),
            high: Type.String({ ...DecimalValue, description: 'the highest of the first values of its minutes' }),
          },
          closed,
        ),
        { maxItems: MAX_HISTORY_ROWS, description: 'oldest first; a row without a value is left out' },
      ),
    },
    closed,
  ),
);

export type FeedHistoryAnswer = Static<typeof FeedHistoryAnswer>;

const EXAMPLE_QUERY = { from: 1_763_596_800, to: 1_763_683_200, step: 3_600 };

const asked = {
  method: 'GET',
  tags: ['feeds'],
  security: [],
  pathParameters: { feedId: FeedIdText },
  queryParameters: historyQuery,
  headerParameters: ifNoneMatch,
  rateLimit: 'reads',
} as const;

const refusals = {
  304: notModified,
  400: refusal('The feed id or a parameter is malformed', ['invalid_request']),
  404: feedNotFound,
  429: tooManyRequests,
  500: internalError,
  503: feedsUnavailable,
} as const;

export const getFeedHistory = defineOperation({
  ...asked,
  name: 'getFeedHistory',
  path: '/v1/feeds/{feedId}/history',
  summary: 'Values of a public feed over the last seven days, for charts',
  responses: { 200: { description: 'The rows', body: FeedHistoryAnswer, headers: sharedCaching }, ...refusals },
  examples: {
    path: { feedId: EXAMPLE_FEED.feedId },
    query: EXAMPLE_QUERY,
    answers: {
      200: {
        status: 'ok',
        data: {
          feedId: EXAMPLE_FEED.feedId,
          step: 3_600,
          verifiable: false,
          rows: [{ at: 1_763_683_200, value: EXAMPLE_FEED_VALUE.value, low: EXAMPLE_FEED_VALUE.value, high: EXAMPLE_FEED_VALUE.value }],
        },
      },
    },
  },
});

export const getFeedHistoryCsv = defineOperation({
  ...asked,
  name: 'getFeedHistoryCsv',
  path: '/v1/feeds/{feedId}/history.csv',
  summary: 'The same as CSV (RFC 4180)',
  responses: {
    200: { description: 'The rows', body: Type.String({ contentMediaType: 'text/csv' }), form: 'csv', headers: sharedCaching },
    ...refusals,
  },
  examples: {
    path: { feedId: EXAMPLE_FEED.feedId },
    query: EXAMPLE_QUERY,
    answers: { 200: `at,value,low,high\r\n1763683200,${[1, 2, 3].map(() => EXAMPLE_FEED_VALUE.value).join(',')}\r\n` },
  },
});
