import { type ApiConfig, deriveSourceId, parseApiConfig, toHex } from '@oracle-gateway/protocol';
import { builtInProvider, parseProvider, type Provider } from '@oracle-gateway/providers';

/** A provider whose key goes into the query: CoinGecko's routes at another host. */
export function queryKeyedProvider(): Provider {
  const { flows, ...described } = builtInProvider('coingecko')!;
  const { feeds, ...flow } = flows[0]!;
  const keyed = feeds.map((feed) => {
    const { headers: _, ...config } = feed.apiConfig;
    const apiConfig = parseApiConfig({
      ...config,
      url: `${config.url.replace('pro-api.coingecko.com', 'api.example.com')}&apikey={{secret.key}}`,
    });
    return { ...feed, apiConfig, sourceId: toHex(deriveSourceId(apiConfig)) };
  });
  const credential = { mode: 'caller', query: 'apikey' } as const;
  return parseProvider({
    ...described,
    id: 'keyed',
    flows: [{ ...flow, baseUrl: 'https://api.example.com/api/v3', credential, feeds: keyed }],
  });
}

/** The source of its first feed, in exact mode. */
export function queryKeyedSource(): ApiConfig {
  const { aggregation: _, ...exact } = queryKeyedProvider().flows[0]!.feeds[0]!.apiConfig;
  return exact;
}
