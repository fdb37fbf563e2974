import { type Static, Type } from '@sinclair/typebox';
import { internalError, refusal, tooManyRequests } from '../error-body.js';
import { closed, DecimalU64, integer } from '../fields.js';
import { examplePaymentRequired } from '../example-payments.js';
import { defineOperation } from '../operation.js';
import { PaidResource, PaymentTerms } from '../payment-required.js';

const { scheme, network, amount, asset, payTo, maxTimeoutSeconds } = PaymentTerms.properties;

const OfferedTerms = Type.Object(
  {
    scheme,
    network,
    amount: Type.String({ ...amount, description: 'price of a round of the smallest quorum, atomic units in decimal' }),
    asset,
    payTo,
    maxTimeoutSeconds,
  },
  closed,
);

const Price = Type.Object(
  {
    base: Type.String({ ...DecimalU64, description: 'x402_round_base, atomic units in decimal' }),
    perNode: Type.String({ ...DecimalU64, description: 'reward_per_signature, atomic units in decimal' }),
    redundancyBuffer: integer('nodes that are paid beyond the quorum'),
    minSigners: integer('smallest quorum'),
  },
  { ...closed, description: 'amount = base + (signatures_required + redundancyBuffer) × perNode' },
);

/** A resource in the form of the discovery API of x402, with the method and the price's parts. */
const X402Item = Type.Object(
  {
    resource: PaidResource.properties.url,
    type: Type.Literal('http'),
    x402Version: Type.Literal(2),
    method: Type.Literal('POST'),
    accepts: Type.Array(OfferedTerms),
    lastUpdated: Type.String({ description: 'when the terms were read, ISO 8601' }),
    description: Type.String(),
    mimeType: Type.String(),
    serviceName: Type.String(),
    tags: Type.Array(Type.String()),
    extensions: Type.Object({}, { additionalProperties: true, description: 'how the endpoint is called: the extension `bazaar`' }),
    price: Price,
  },
  closed,
);

/**
 * Catalogue of the resources that a payment buys. Indexers read `version` and `resources`, which are addresses alone; `items` has the
 * terms. `extra` of the terms depends on the request, so it is left out: a request without payment is told the whole.
 */
export const X402Resources = Type.Object(
  {
    version: Type.Literal(1, { description: 'form of `resources`' }),
    x402Version: Type.Literal(2),
    resources: Type.Array(Type.String({ description: 'absolute URL of a resource' })),
    instructions: Type.String({ description: 'how the resources are used, for people and models' }),
    items: Type.Array(X402Item),
  },
  closed,
);

export type X402Resources = Static<typeof X402Resources>;

const { extra: _extra, ...OFFERED } = { ...examplePaymentRequired.accepts[0], amount: '11000' };

export const getX402Resources = defineOperation({
  name: 'getX402Resources',
  method: 'GET',
  path: '/.well-known/x402',
  summary: 'What can be paid for per request, and on which terms',
  tags: ['payments'],
  security: [],
  rateLimit: 'reads',
  responses: {
    200: { description: 'The resources', body: X402Resources },
    404: refusal('The pay-per-request path is not enabled', ['not_found']),
    429: tooManyRequests,
    500: internalError,
    503: refusal('The ledger cannot be read', ['ledger_unavailable']),
  },
  examples: {
    answers: {
      200: {
        version: 1,
        x402Version: 2,
        resources: [examplePaymentRequired.resource.url],
        instructions: 'Send a request without a payment to learn its terms.',
        items: [
          {
            resource: examplePaymentRequired.resource.url,
            type: 'http',
            x402Version: 2,
            method: 'POST',
            accepts: [OFFERED],
            lastUpdated: '2026-11-23T12:00:00.000Z',
            description: examplePaymentRequired.resource.description,
            mimeType: examplePaymentRequired.resource.mimeType,
            serviceName: 'Oracle Gateway',
            tags: ['oracle'],
            extensions: {},
            price: {
              base: '5000',
              perNode: '2000',
              redundancyBuffer: 1,
              minSigners: 2,
            },
          },
        ],
      },
    },
  },
});
