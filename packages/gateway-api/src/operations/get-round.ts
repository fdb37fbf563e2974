import { type Static, Type } from '@sinclair/typebox';
import { internalError, refusal, tooManyRequests } from '../error-body.js';
import { closed, integer, okEnvelope } from '../fields.js';
import { FlatRoundResult } from '../flat-result.js';
import { failedRound } from '../list-value.js';
import { NestedRoundResult } from '../nested-result.js';
import { EXAMPLE_SETTLEMENT, exampleRound } from '../example-rounds.js';
import { defineOperation } from '../operation.js';
import { ROUND_PATHS } from '../paths.js';
import { RoundIdText, RoundReadAuthorization, RoundPaid, RoundSettlement, RoundStateText } from '../round-fields.js';

export const RoundPathText = Type.Union(
  ROUND_PATHS.map((path) => Type.Literal(path)),
  { description: 'how the caller earned it' },
);

/** Answer of `GET /v1/rounds/{roundId}`. */
export const RoundAnswer = okEnvelope(
  Type.Object(
    {
      roundId: RoundIdText,
      path: RoundPathText,
      state: RoundStateText,
      createdAt: integer('time of the reservation, unix milliseconds'),
      reason: Type.Optional(
        Type.String({ description: 'why it failed, why settlement waits or is parked, or why the payment is in doubt or was not made' }),
      ),
      failure: Type.Optional(
        Type.Object(failedRound, {
          ...closed,
          description: 'how its sources failed: shown with an `Authorization` of its requester only',
        }),
      ),
      settlement: Type.Optional(RoundSettlement),
      payment: Type.Optional(RoundPaid),
      result: Type.Optional(Type.Union([FlatRoundResult, NestedRoundResult])),
      private: Type.Optional(
        Type.Literal(true, { description: 'the source is private: `result` is shown with an `Authorization` of its requester only' }),
      ),
    },
    closed,
  ),
);

export type RoundAnswer = Static<typeof RoundAnswer>;

export const getRound = defineOperation({
  name: 'getRound',
  method: 'GET',
  path: '/v1/rounds/{roundId}',
  summary: 'State of a round; its result for one hour',
  tags: ['rounds'],
  security: ['none', 'roundRead', 'session'],
  pathParameters: { roundId: RoundIdText },
  headerParameters: { Authorization: RoundReadAuthorization },
  rateLimit: 'reads',
  responses: {
    200: { description: 'The round', body: RoundAnswer },
    400: refusal('The round id is malformed', ['invalid_request']),
    401: refusal('The round is private or failed, and the `Authorization` is not of its requester', ['round_private', 'bearer_invalid']),
    404: refusal('No such round is known (any more)', ['round_not_found']),
    429: tooManyRequests,
    500: internalError,
    503: refusal('The outbox cannot be read', ['outbox_unavailable', 'sessions_unavailable']),
  },
  examples: {
    path: { roundId: exampleRound.roundId },
    answers: {
      200: {
        status: 'ok',
        data: {
          roundId: exampleRound.roundId,
          path: 'subscription',
          state: 'settled',
          createdAt: 1_763_683_200_412,
          settlement: EXAMPLE_SETTLEMENT,
          result: exampleRound.answer,
        },
      },
    },
  },
  links: {
    evidence: {
      on: [200],
      operation: 'getRoundEvidence',
      parameters: { roundId: '$request.path.roundId' },
      description: 'How its value came about, in tolerance mode',
    },
    events: {
      on: [200],
      operation: 'getRoundEvents',
      parameters: { roundId: '$request.path.roundId' },
      description: 'Its changes of state, until none can follow',
    },
  },
});
