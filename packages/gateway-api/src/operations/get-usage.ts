import { type Static, Type } from '@sinclair/typebox';
import { internalError, refusal, tooManyRequests } from '../error-body.js';
import { Base58Key, closed, DecimalU64, integer, nullable, okEnvelope } from '../fields.js';
import { exampleRound } from '../example-rounds.js';
import { defineOperation } from '../operation.js';
import { RoundPathText } from './get-round.js';

/** Answer of `GET /v1/usage/{owner}`. */
export const UsageAnswer = okEnvelope(
  Type.Object(
    {
      month: Type.String(),
      usage: Type.Array(
        Type.Object(
          {
            day: Type.String({ description: 'UTC' }),
            path: RoundPathText,
            delegate: nullable('key, base58; null: the owner itself'),
            rounds: integer('rounds charged'),
            units: integer('sources of them'),
            amount: Type.String({ ...DecimalU64, description: 'atomic units; 0 of prepaid rounds' }),
          },
          closed,
        ),
      ),
    },
    closed,
  ),
);

export type UsageAnswer = Static<typeof UsageAnswer>;

export const getUsage = defineOperation({
  name: 'getUsage',
  method: 'GET',
  path: '/v1/usage/{owner}',
  summary: 'What a key was charged in a month, by day, path and delegate; kept for 62 days',
  tags: ['rounds'],
  security: ['usageRead', 'session'],
  pathParameters: { owner: Base58Key },
  queryParameters: { month: Type.String({ pattern: '^20[0-9]{2}-(0[1-9]|1[0-2])$', description: 'UTC; this month by default' }) },
  headerParameters: {
    Authorization: Type.String({ description: '`UsageRead <key>.<unix seconds>.<signature>`, or `Bearer` and the token of a session' }),
  },
  rateLimit: 'reads',
  responses: {
    200: { description: 'Rows by day; of a delegate its own', body: UsageAnswer },
    400: refusal('The owner or a parameter is malformed', ['invalid_request']),
    401: refusal('The `Authorization` is missing, or of another key', ['usage_private', 'bearer_invalid']),
    429: tooManyRequests,
    500: internalError,
    503: refusal('The outbox cannot be read', ['outbox_unavailable', 'sessions_unavailable']),
  },
  examples: {
    path: { owner: exampleRound.request.subscriptionOwner },
    answers: {
      200: {
        status: 'ok',
        data: {
          month: '2025-11',
          usage: [{ day: '2025-11-21', path: 'subscription', delegate: null, rounds: 7, units: 9, amount: '0' }],
        },
      },
    },
  },
});
