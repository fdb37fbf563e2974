import { type Static, Type } from '@sinclair/typebox';
import { internalError, refusal, tooManyRequests } from '../error-body.js';
import { closed, integer, okEnvelope } from '../fields.js';
import { NestedRoundResult } from '../nested-result.js';
import { EXAMPLE_PAYMENT, examplePaidRound } from '../example-rounds.js';
import { defineOperation } from '../operation.js';
import { RoundIdText, RoundPaid } from '../round-fields.js';

/** Answer of `GET /v1/x402/payments/{signature}`. */
export const X402PaymentAnswer = okEnvelope(
  Type.Object(
    {
      roundId: RoundIdText,
      state: Type.Literal('paid'),
      createdAt: integer('time of the reservation, unix milliseconds'),
      payment: RoundPaid,
      result: NestedRoundResult,
    },
    closed,
  ),
);

export type X402PaymentAnswer = Static<typeof X402PaymentAnswer>;

/** `GET /v1/x402/payments/{signature}` (docs/api.md#get-v1x402paymentssignature). */
export const getX402Payment = defineOperation({
  name: 'getX402Payment',
  method: 'GET',
  path: '/v1/x402/payments/{signature}',
  summary: 'What a payment paid for, by the signature of its transaction, for a payer who lost the answer',
  tags: ['payments'],
  security: ['paymentRead'],
  pathParameters: {
    signature: Type.String({ pattern: '^[1-9A-HJ-NP-Za-km-z]{64,88}$', description: 'signature of the payment’s transaction, base58' }),
  },
  headerParameters: {
    Authorization: Type.String({
      description:
        '`PaymentRead <payer>.<unix seconds>.<signature>`, an Ed25519 signature of the payer over the text `Oracle Gateway: read payment <signature of the transaction> at <unix seconds>`',
    }),
  },
  rateLimit: 'reads',
  responses: {
    200: {
      description: 'The round and its result, for one hour',
      body: X402PaymentAnswer,
      headers: { 'PAYMENT-RESPONSE': 'the receipt of the payment where the facilitator gave one, base64 of its JSON' },
    },
    400: refusal('The signature of the transaction is malformed', ['invalid_request']),
    401: refusal('The `Authorization` is missing, or not of the payer', ['payment_private']),
    404: refusal('No round was paid for by this transaction, its record has ended, or the pay-per-request path is not enabled', [
      'payment_not_found',
      'not_found',
    ]),
    429: tooManyRequests,
    500: internalError,
    503: refusal('The outbox cannot be read', ['outbox_unavailable']),
  },
  examples: {
    path: { signature: EXAMPLE_PAYMENT.signature },
    answers: {
      200: {
        status: 'ok',
        data: {
          roundId: examplePaidRound.roundId,
          state: 'paid',
          createdAt: 1_763_683_200_000,
          payment: EXAMPLE_PAYMENT,
          result: examplePaidRound.answer,
        },
      },
    },
  },
  links: {
    round: { on: [200], operation: 'getRound', parameters: { roundId: '$response.body#/data/roundId' }, description: 'State of the round' },
  },
});
