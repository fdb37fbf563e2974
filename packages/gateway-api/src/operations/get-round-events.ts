import { type Static, Type } from '@sinclair/typebox';
import { internalError, refusal, tooManyRequests } from '../error-body.js';
import { EXAMPLE_SETTLEMENT, exampleRound } from '../example-rounds.js';
import { defineOperation } from '../operation.js';
import { RoundIdText, RoundReadAuthorization } from '../round-fields.js';
import { RoundAnswer } from './get-round.js';

/** The `data` of one event: the round as `GET /v1/rounds/{roundId}` has it at that moment. */
export const RoundEvent = RoundAnswer.properties.data;

export type RoundEvent = Static<typeof RoundEvent>;

/** `GET /v1/rounds/{roundId}/events` (docs/api.md#get-v1roundsroundidevents). */
export const getRoundEvents = defineOperation({
  name: 'getRoundEvents',
  method: 'GET',
  path: '/v1/rounds/{roundId}/events',
  summary: 'State changes of a round as server-sent events, until none can follow',
  description:
    'The first event tells the round as it stands; each later one, that its state has changed or its settlement has become final. The stream ends once the round is over. A stream that ends earlier, after some minutes or with its gateway, is opened again with `Last-Event-ID`: then it begins with the next change. The `id` of an event is a number that grows with every change.',
  tags: ['rounds'],
  security: ['none', 'roundRead', 'session'],
  pathParameters: { roundId: RoundIdText },
  headerParameters: {
    Authorization: RoundReadAuthorization,
    'Last-Event-ID': Type.String({
      pattern: '^(0|[1-9][0-9]{0,8})?$',
      description: 'the `id` of the last event that was read; empty or left out: none was read',
    }),
  },
  rateLimit: 'reads',
  responses: {
    200: { description: 'The events', body: RoundEvent, form: 'events' },
    204: { description: 'The round is over, and its last event was read: browsers do not ask again', body: Type.Null(), form: 'none' },
    400: refusal('The round id or the `Last-Event-ID` is malformed', ['invalid_request']),
    401: refusal('The round is private, and the `Authorization` is not of its requester', ['round_private', 'bearer_invalid']),
    404: refusal('No such round is known (any more)', ['round_not_found']),
    429: tooManyRequests,
    500: internalError,
    503: refusal('The outbox cannot be read, the gateway stops, or all streams are taken (with Retry-After)', [
      'outbox_unavailable',
      'sessions_unavailable',
      'shutting_down',
      'share_used',
      'at_capacity',
    ]),
  },
  examples: {
    path: { roundId: exampleRound.roundId },
    answers: {
      200: [
        {
          roundId: exampleRound.roundId,
          path: 'subscription',
          state: 'pending',
          createdAt: 1_763_683_200_412,
          result: exampleRound.answer,
        },
        {
          roundId: exampleRound.roundId,
          path: 'subscription',
          state: 'settled',
          createdAt: 1_763_683_200_412,
          settlement: EXAMPLE_SETTLEMENT,
          result: exampleRound.answer,
        },
      ],
    },
  },
});
