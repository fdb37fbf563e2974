import type { Static } from '@sinclair/typebox';
import { refusal, tooManyRequests } from '../error-body.js';
import { okEnvelope } from '../fields.js';
import { defineOperation } from '../operation.js';
import { ProviderDetail, ProviderIdText } from '../provider.js';

export const ProviderAnswer = okEnvelope(ProviderDetail);

export type ProviderAnswer = Static<typeof ProviderAnswer>;

export const getProvider = defineOperation({
  name: 'getProvider',
  method: 'GET',
  path: '/v1/providers/{providerId}',
  summary: 'One data provider: its terms, its routes, and feeds to ask rounds with',
  tags: ['providers'],
  security: [],
  pathParameters: { providerId: ProviderIdText },
  rateLimit: 'reads',
  responses: {
    200: { description: 'The provider', body: ProviderAnswer },
    404: refusal('No such provider'),
    429: tooManyRequests,
    500: refusal('Internal error'),
  },
});
