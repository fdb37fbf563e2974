import { type Static, Type } from '@sinclair/typebox';
import { internalError, refusal, tooManyRequests } from '../error-body.js';
import { Base58Key, closed, integer, okEnvelope } from '../fields.js';
import { EXAMPLE_SETTLEMENT, exampleRound } from '../example-rounds.js';
import { defineOperation } from '../operation.js';
import { firstRound, listedRound, NextPage, pageQuery } from '../rounds-page.js';

/** Answer of `GET /v1/subscription/{owner}/rounds`. */
export const SubscriptionRoundsAnswer = okEnvelope(
  Type.Object(
    {
      rounds: Type.Array(
        Type.Object(
          {
            ...listedRound,
            isDelegated: Type.Boolean({ description: 'a delegate asked for it' }),
            consumerAuthority: Type.Optional(Type.String({ ...Base58Key, description: 'who asked for it, base58; once it is signed' })),
            signaturesRequired: Type.Optional(integer('quorum; once it is signed', { minimum: 1, maximum: 255 })),
          },
          closed,
        ),
      ),
      next: NextPage,
    },
    closed,
  ),
);

export type SubscriptionRoundsAnswer = Static<typeof SubscriptionRoundsAnswer>;

/** `GET /v1/subscription/{owner}/rounds` (docs/api.md#get-v1subscriptionownerrounds). */
export const getSubscriptionRounds = defineOperation({
  name: 'getSubscriptionRounds',
  method: 'GET',
  path: '/v1/subscription/{owner}/rounds',
  summary: 'Rounds that an owner and its delegates have asked for lately, newest first',
  tags: ['subscriptions'],
  security: [],
  pathParameters: { owner: Base58Key },
  queryParameters: {
    ...pageQuery,
    consumerAuthority: Type.String({
      ...Base58Key,
      description: 'only the rounds of this delegate, or of the owner itself; a page then has fewer rounds, or none',
    }),
  },
  rateLimit: 'reads',
  responses: {
    200: { description: 'One page', body: SubscriptionRoundsAnswer },
    400: refusal('The owner or a parameter is malformed', ['invalid_request']),
    429: tooManyRequests,
    500: internalError,
    503: refusal('The outbox cannot be read', ['outbox_unavailable']),
  },
  examples: {
    path: { owner: exampleRound.request.subscriptionOwner },
    query: { limit: 20 },
    answers: {
      200: {
        status: 'ok',
        data: {
          rounds: [
            {
              roundId: exampleRound.roundId,
              state: 'settled',
              createdAt: 1_763_683_200_412,
              isDelegated: false,
              consumerAuthority: exampleRound.request.consumerAuthority,
              timestamp: exampleRound.request.timestamp,
              signaturesRequired: 3,
              feedId: exampleRound.answer.data.feedId,
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
