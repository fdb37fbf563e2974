import { MAX_NODES } from '@oracle-gateway/protocol';
import { type Static, Type } from '@sinclair/typebox';
import { EncKeyBundleSchema } from '../enc-key-bundle.js';
import { bodyTooLarge, internalError, refusal, tooManyRequests } from '../error-body.js';
import { closed, integer, Quorum } from '../fields.js';
import { NestedRoundResult } from '../nested-result.js';
import { examplePaymentRequired } from '../example-payments.js';
import { examplePaidRound } from '../example-rounds.js';
import { defineOperation } from '../operation.js';
import { PaymentRequired } from '../payment-required.js';
import { MALFORMED_ROUND, NO_ROUND_NOW, ROUND_FAILED } from '../round-refusals.js';
import { servedRoundLinks } from '../served-round-links.js';
import { roundSubjectFields } from '../subject-members.js';

/** Base64 characters of one payment to a source. */
const MAX_SOURCE_PAYMENT = 4_096;

/** Request body of the pay-per-request path (docs/api.md#post-v1x402execute). It says nothing of time, payer or price: the payment does, and the gateway. */
export const ExecuteX402RoundRequest = Type.Object(
  {
    signatures_required: Quorum,
    registry_version: integer('must equal the current registry version'),
    ...roundSubjectFields,
    // No request of this path may write null for absent.
    encKeyBundle: Type.Optional(EncKeyBundleSchema),
    sourcePayments: Type.Optional(
      Type.Array(Type.String({ maxLength: MAX_SOURCE_PAYMENT }), {
        maxItems: MAX_NODES,
        description:
          'base64 x402 payments to a paywalled source, one for each node of the eligible set; they pay the source, not the service',
      }),
    ),
    x402Source: Type.Optional(
      Type.Boolean({ description: 'the source is paywalled: quote it in `extensions.upstream` before the round runs' }),
    ),
  },
  closed,
);

export type ExecuteX402RoundRequest = Static<typeof ExecuteX402RoundRequest>;
/** Answer of the pay-per-request path. */
export type ExecuteX402RoundResult = NestedRoundResult;

const PaymentRequiredHeader = 'the payment requirements of the body, base64 of their JSON';

export const executeX402Round = defineOperation({
  name: 'executeX402Round',
  method: 'POST',
  path: '/v1/x402/execute',
  summary: 'Run a signing round that is paid per request',
  tags: ['rounds'],
  security: ['payment', 'none'],
  headerParameters: {
    'PAYMENT-SIGNATURE': Type.String({
      description:
        'base64 x402 v2 payment; left out to learn the terms. With the extension `payment-identifier` it names what it pays for: asked again so, nothing is paid',
    }),
  },
  request: ExecuteX402RoundRequest,
  requestIsOptional: true,
  maxRequestBytes: 64 * 1024 + MAX_NODES * MAX_SOURCE_PAYMENT,
  maxRequestBytesWith: 'PAYMENT-SIGNATURE',
  rateLimit: 'rounds',
  responses: {
    200: {
      description: 'The signed round, which is paid; the same as before for a payment identifier that this payer used for it',
      body: NestedRoundResult,
      headers: {
        'X-Round-Id': { description: 'the round', isAlwaysSent: true },
        'PAYMENT-RESPONSE': { description: 'the receipt of the payment, base64 of its JSON', isAlwaysSent: true },
      },
    },
    400: refusal('Validation failure, stale registry_version, or a PAYMENT-SIGNATURE that is no payment', [
      ...MALFORMED_ROUND,
      'payment_header_invalid',
      'not_enabled',
    ]),
    402: {
      description:
        'Payment missing, refused or not made, or the source is paywalled; says what to pay. Without payment and with a body that is empty or `{}`, a template',
      body: PaymentRequired,
      codes: [
        'payment_required',
        'payment_terms_mismatch',
        'source_payments_missing',
        'payment_refused',
        'source_payment_required',
        'payment_not_made',
      ],
      headers: {
        'PAYMENT-REQUIRED': { description: PaymentRequiredHeader, isAlwaysSent: true },
        'PAYMENT-RESPONSE': 'where a payment was tried: that it was not made, base64 of its JSON',
      },
    },
    404: refusal('The pay-per-request path is not enabled', ['not_found']),
    409: refusal('Payment authorization or identifier already used, or a round of this payer, source and quorum within the same 100 ms', [
      'authorization_used',
      'payment_identifier_used',
      'duplicate_tick',
      'duplicate_round',
    ]),
    413: bodyTooLarge,
    429: tooManyRequests,
    500: internalError,
    503: refusal(
      'Payment facility unavailable, uncertain outcome of the payment, too few nodes, node timeout, upstream failure, or at a limit (with Retry-After)',
      [...NO_ROUND_NOW, 'payer_payments_open', 'payment_facility_unavailable', 'payment_unknown', ...ROUND_FAILED],
    ),
  },
  examples: { request: examplePaidRound.request, answers: { 200: examplePaidRound.answer, 402: examplePaymentRequired } },
  links: servedRoundLinks,
});
