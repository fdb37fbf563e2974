import { deriveSourceId, formatValue, packValue, parseApiConfig, readNumber, toHex } from '@oracle-gateway/protocol';
import { describe, expect, it } from 'vitest';
import { BUILT_IN_PROVIDERS, builtInProvider } from './built-in.js';
import { createCatalogue } from './catalogue.js';
import { PROVIDER_FIXTURES } from './fixtures/index.js';
import type { Provider } from './provider.js';

const providers = BUILT_IN_PROVIDERS.map((id) => [id, described(id)] as const);
const feeds = providers.flatMap(([id, { flows }]) =>
  flows.flatMap((flow) => flow.feeds.map((feed) => [`${id}, ${flow.kind}: ${feed.id}`, feed] as const)),
);

function described(id: string): Provider {
  const provider = builtInProvider(id);
  if (provider === null) throw new Error(`${id} is not described`);
  return provider;
}

describe('the providers that are described here', () => {
  it('are these, with so many feeds in each of their flows', () => {
    expect(
      Object.fromEntries(providers.map(([id, { flows }]) => [id, flows.map(({ kind, feeds: { length } }) => `${kind} ${length}`)])),
    ).toEqual({
      coinbase: ['api_key 3'],
      kraken: ['api_key 3'],
      binance: ['api_key 3'],
      bitstamp: ['api_key 3'],
      coingecko: ['api_key 4', 'x402 4'],
      frankfurter: ['api_key 4'],
      'open-meteo': ['api_key 3'],
      index: [],
    });
    expect(described('index').indices?.map(({ id }) => id)).toEqual(['btc-usd', 'eth-usd', 'sol-usd']);
  });

  it.each(providers)('%s: its file is named after its id', (id, provider) => {
    expect(provider.id).toBe(id);
  });

  it('an unknown id has no description, not even one that every object has', () => {
    expect([builtInProvider('nobody'), builtInProvider('toString'), builtInProvider('__proto__')]).toEqual([null, null, null]);
  });

  it('stand side by side in one catalogue', () => {
    expect(createCatalogue(providers.map(([, provider]) => provider)).providers).toHaveLength(8);
  });

  it.each(providers)('%s: no key stands in a URL, where every reader would see it', (_id, { flows }) => {
    for (const { feeds: own } of flows)
      for (const { apiConfig } of own) expect(apiConfig.url).not.toMatch(/[?&](api_?key|access_key|token|appid)=/i);
  });
});

describe.each(feeds)('the feed %s', (_title, feed) => {
  it('has the hash of its apiConfig as its source id', () => {
    expect(toHex(deriveSourceId(parseApiConfig(feed.apiConfig)))).toBe(feed.sourceId);
  });

  it("finds its value in the provider's answer", () => {
    const { apiConfig } = feed;
    const fixture = PROVIDER_FIXTURES.find(({ url }) => url === apiConfig.url);
    const body = new TextEncoder().encode(JSON.stringify(fixture?.body));
    const packed = packValue(readNumber(body, apiConfig), apiConfig.aggregation);
    expect(formatValue(packed, apiConfig.aggregation)).toBe(fixture?.value);
  });
});

it('no fixture is left over', () => {
  const urls = feeds.map(([, { apiConfig }]) => apiConfig.url);
  expect(PROVIDER_FIXTURES.map(({ url }) => url).sort()).toEqual(urls.sort());
});
