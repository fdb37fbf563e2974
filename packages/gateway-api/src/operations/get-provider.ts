import type { Static } from '@sinclair/typebox';
import { internalError, refusal, tooManyRequests } from '../error-body.js';
import { okEnvelope } from '../fields.js';
import { EXAMPLE_SOURCE, exampleRound } from '../example-rounds.js';
import { defineOperation } from '../operation.js';
import { ProviderDetail, ProviderIdText } from '../provider.js';

/** Answer of `GET /v1/providers/{providerId}`. */
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
    404: refusal('No such provider', ['provider_not_found']),
    429: tooManyRequests,
    500: internalError,
  },
  examples: {
    path: { providerId: 'coinbase' },
    answers: {
      200: {
        status: 'ok',
        data: {
          id: 'coinbase',
          name: 'Coinbase',
          description: 'Spot prices of crypto assets',
          docsUrl: 'https://docs.cdp.coinbase.com/',
          termsUrl: 'https://www.coinbase.com/legal/market_data',
          disclosure: 'Price data by Coinbase',
          redistribution: 'unknown',
          aggregation: { mode: 'tolerance', minSignatures: 3, reason: 'the price moves between two reads' },
          operations: [{ id: 'spot', assetClass: 'crypto', path: '/prices/:symbol/spot', symbolExample: 'BTC-USD' }],
          flows: [
            {
              kind: 'api_key',
              baseUrl: 'https://api.coinbase.com/v2',
              credential: { mode: 'none' },
              feeds: [
                {
                  id: 'btc-usd',
                  title: 'BTC / USD',
                  unit: 'USD',
                  displayDecimals: 2,
                  names: ['bitcoin', 'btc', 'dollar', 'usd'],
                  operation: 'spot',
                  symbol: 'BTC-USD',
                  sourceId: exampleRound.answer.data.configHash,
                  apiConfig: EXAMPLE_SOURCE,
                },
              ],
            },
          ],
        },
      },
    },
  },
  links: {
    tryFeed: {
      on: [200],
      operation: 'simulate',
      description: 'A dry run of a feed: the body has its `apiConfig`',
    },
  },
});
