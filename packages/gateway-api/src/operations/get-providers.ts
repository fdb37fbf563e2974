import { type Static, Type } from '@sinclair/typebox';
import { internalError, tooManyRequests } from '../error-body.js';
import { closed, okEnvelope } from '../fields.js';
import { defineOperation } from '../operation.js';
import { ProviderListItem } from '../provider.js';

/** Answer of `GET /v1/providers`. */
export const ProvidersAnswer = okEnvelope(Type.Object({ providers: Type.Array(ProviderListItem) }, closed));

export type ProvidersAnswer = Static<typeof ProvidersAnswer>;

export const getProviders = defineOperation({
  name: 'getProviders',
  method: 'GET',
  path: '/v1/providers',
  summary: 'Data providers whose routes this gateway knows, with ready-made feeds',
  tags: ['providers'],
  security: [],
  rateLimit: 'reads',
  responses: {
    200: { description: 'The providers; none where none is enabled', body: ProvidersAnswer },
    429: tooManyRequests,
    500: internalError,
  },
  examples: {
    answers: {
      200: {
        status: 'ok',
        data: {
          providers: [{ id: 'coinbase', name: 'Coinbase', description: 'Spot prices of crypto assets', flows: ['api_key'], feedCount: 12 }],
        },
      },
    },
  },
  links: {
    provider: {
      on: [200],
      operation: 'getProvider',
      parameters: { providerId: '$response.body#/data/providers/0/id' },
      description: 'Routes and feeds of the first provider',
    },
  },
});
