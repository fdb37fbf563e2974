import { type Static, Type } from '@sinclair/typebox';
import { internalError, refusal, tooManyRequests } from '../error-body.js';
import { Base58Key, closed, DecimalU64, okEnvelope } from '../fields.js';
import { EXAMPLE_SETTLEMENT, exampleAgentRound } from '../example-rounds.js';
import { defineOperation } from '../operation.js';
import { firstRound, listedRound, NextPage, pageQuery } from '../rounds-page.js';

/** Answer of `GET /v1/agent/{payer}/rounds`. */
export const AgentRoundsAnswer = okEnvelope(
  Type.Object(
    {
      rounds: Type.Array(
        Type.Object(
          {
            ...listedRound,
            amount: Type.String({ ...DecimalU64, description: 'price of the round, atomic units in decimal' }),
          },
          closed,
        ),
      ),
      next: NextPage,
    },
    closed,
  ),
);

export type AgentRoundsAnswer = Static<typeof AgentRoundsAnswer>;

export const getAgentRounds = defineOperation({
  name: 'getAgentRounds',
  method: 'GET',
  path: '/v1/agent/{payer}/rounds',
  summary: 'Rounds that an agent has asked for lately, newest first',
  tags: ['agents'],
  security: [],
  pathParameters: { payer: Base58Key },
  queryParameters: pageQuery,
  rateLimit: 'reads',
  responses: {
    200: { description: 'One page', body: AgentRoundsAnswer },
    400: refusal('The payer or a parameter is malformed', ['invalid_request']),
    404: refusal('The agent path is not enabled', ['not_found']),
    429: tooManyRequests,
    500: internalError,
    503: refusal('The outbox cannot be read', ['outbox_unavailable']),
  },
  examples: {
    path: { payer: exampleAgentRound.request.payer },
    query: { limit: 20 },
    answers: {
      200: {
        status: 'ok',
        data: {
          rounds: [
            {
              roundId: exampleAgentRound.roundId,
              state: 'settled',
              createdAt: 1_763_683_200_412,
              amount: '2500',
              timestamp: exampleAgentRound.request.canonical_timestamp,
              feedId: exampleAgentRound.answer.data.feedId,
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
