import { type Static, Type } from '@sinclair/typebox';
import { internalError, refusal, tooManyRequests } from '../error-body.js';
import { closed, integer, okEnvelope } from '../fields.js';
import { EXAMPLE_SETTLEMENT, exampleRound } from '../example-rounds.js';
import { RoundValue } from '../list-value.js';
import { defineOperation } from '../operation.js';
import { FeedIdText } from '../public-feed.js';
import { RoundIdText, RoundSettlement, RoundStateText } from '../round-fields.js';
import { firstRound, NextPage, pageQuery } from '../rounds-page.js';
import { RoundPathText } from './get-round.js';

/** Answer of `GET /v1/feeds/{feedId}/rounds`. */
export const FeedRoundsAnswer = okEnvelope(
  Type.Object(
    {
      feedId: FeedIdText,
      rounds: Type.Array(
        Type.Object(
          {
            roundId: RoundIdText,
            path: RoundPathText,
            state: RoundStateText,
            createdAt: integer('time of the reservation, unix milliseconds'),
            timestamp: Type.Optional(integer('canonical round timestamp, unix seconds')),
            observedAt: Type.Optional(integer('stamp of the value, unix milliseconds')),
            value: Type.Optional(Type.String({ ...RoundValue, description: 'the value that was signed: a decimal, of a list its hex' })),
            signers: Type.Optional(integer('nodes that signed the value', { minimum: 1, maximum: 255 })),
            settlement: Type.Optional(RoundSettlement),
            private: Type.Optional(
              Type.Literal(true, { description: 'the source is private: its requester reads the result with `GET /v1/rounds/{roundId}`' }),
            ),
          },
          closed,
        ),
      ),
      next: NextPage,
    },
    closed,
  ),
);

export type FeedRoundsAnswer = Static<typeof FeedRoundsAnswer>;

/** `GET /v1/feeds/{feedId}/rounds` (docs/api.md#get-v1feedsfeedidrounds). */
export const getFeedRounds = defineOperation({
  name: 'getFeedRounds',
  method: 'GET',
  path: '/v1/feeds/{feedId}/rounds',
  summary: 'Rounds of a feed that were answered within the last hour, newest first',
  tags: ['rounds'],
  security: [],
  pathParameters: { feedId: FeedIdText },
  queryParameters: pageQuery,
  rateLimit: 'reads',
  responses: {
    200: { description: 'One page', body: FeedRoundsAnswer },
    400: refusal('The feed id or a parameter is malformed', ['invalid_request']),
    429: tooManyRequests,
    500: internalError,
    503: refusal('The outbox cannot be read', ['outbox_unavailable']),
  },
  examples: {
    path: { feedId: exampleRound.answer.data.feedId },
    query: { limit: 20 },
    answers: {
      200: {
        status: 'ok',
        data: {
          feedId: exampleRound.answer.data.feedId,
          rounds: [
            {
              roundId: exampleRound.roundId,
              path: 'subscription',
              state: 'settled',
              createdAt: 1_763_683_200_412,
              timestamp: exampleRound.request.timestamp,
              observedAt: exampleRound.answer.data.observedAt,
              value: exampleRound.answer.data.value,
              signers: 3,
              settlement: EXAMPLE_SETTLEMENT,
            },
          ],
          next: null,
        },
      },
    },
  },
  links: { round: firstRound },
});
