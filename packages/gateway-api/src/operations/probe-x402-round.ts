import { internalError, refusal, tooManyRequests } from '../error-body.js';
import { examplePaymentRequired } from '../example-payments.js';
import { defineOperation } from '../operation.js';
import { PaymentRequired } from '../payment-required.js';

export const probeX402Round = defineOperation({
  name: 'probeX402Round',
  method: 'GET',
  path: '/v1/x402/execute',
  summary: 'What indexers of x402 resources ask: the terms of an example, and how the endpoint is called',
  tags: ['payments'],
  security: [],
  rateLimit: 'reads',
  responses: {
    400: refusal('The ledger names no price for rounds that are paid per request', ['not_enabled']),
    402: {
      description: 'A template: the terms of the example request in `extensions.bazaar`. A real request learns its own',
      body: PaymentRequired,
      codes: ['payment_required'],
      headers: { 'PAYMENT-REQUIRED': { description: 'the payment requirements of the body, base64 of their JSON', isAlwaysSent: true } },
    },
    404: refusal('The pay-per-request path is not enabled', ['not_found']),
    429: tooManyRequests,
    500: internalError,
    503: refusal('Payment facility unavailable, the ledger cannot be read, or the gateway is not active', [
      'payment_facility_unavailable',
      'ledger_unavailable',
      'gateway_inactive',
    ]),
  },
  examples: { answers: { 402: examplePaymentRequired } },
});
