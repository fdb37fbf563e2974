import { deriveSourceId, parseApiConfig, toHex } from '@oracle-gateway/protocol';
import { describe, expect, it } from 'vitest';
import { BUILT_IN_PROVIDERS, builtInProvider } from './built-in.js';
import { createCatalogue } from './catalogue.js';
import { feedCount } from './feed-count.js';
import { builtInAnswers, PROVIDER_FIXTURES } from './fixtures/index.js';
import type { Provider } from './provider.js';

const MIN_PROVIDERS = 12;
const MIN_FEEDS = 40;
const MIN_KINDS = 7;

const providers = BUILT_IN_PROVIDERS.map((id) => [id, described(id)] as const);
const feeds = providers.flatMap(([id, { flows }]) =>
  flows.flatMap((flow) => flow.feeds.map((feed) => [`${id}, ${flow.kind}: ${feed.id}`, feed] as const)),
);
const withFlows = providers.filter(([, { flows }]) => flows.length > 0);

function described(id: string): Provider {
  const provider = builtInProvider(id);
  if (provider === null) throw new Error(`${id} is not described`);
  return provider;
}

describe('the providers that are described here', () => {
  it('are of many kinds, with feeds in plenty', () => {
    const kinds = new Set(providers.flatMap(([, { operations }]) => operations.map(({ assetClass }) => assetClass)));
    expect(providers.length).toBeGreaterThan(MIN_PROVIDERS);
    expect(providers.reduce((sum, [, { flows }]) => sum + feedCount(flows), 0)).toBeGreaterThanOrEqual(MIN_FEEDS);
    expect(kinds.size).toBeGreaterThanOrEqual(MIN_KINDS);
    expect(described('index').indices?.map(({ id }) => id)).toEqual(['btc-usd', 'eth-usd', 'sol-usd']);
  });

  it.each(providers)('%s: its file is named after its id', (id, provider) => {
    expect(provider.id).toBe(id);
  });

  it('an unknown id has no description, not even one that every object has', () => {
    expect([builtInProvider('nobody'), builtInProvider('toString'), builtInProvider('__proto__')]).toEqual([null, null, null]);
    expect([builtInAnswers('nobody'), builtInAnswers('toString'), builtInAnswers('index')]).toEqual([null, null, null]);
  });

  it('stand side by side in one catalogue', () => {
    expect(createCatalogue(providers.map(([, provider]) => provider)).providers).toHaveLength(providers.length);
  });

  it.each(providers)('%s: no key stands in a URL, where every reader would see it', (_id, { flows }) => {
    for (const { feeds: own } of flows)
      for (const { apiConfig } of own) expect(apiConfig.url).not.toMatch(/[?&](api_?key|access_key|token|appid)=/i);
  });

  it.each(withFlows)('%s: the form of its answers and its terms each have a page and a date', (id, { termsUrl }) => {
    const answers = builtInAnswers(id);
    expect(answers?.terms.page).toBe(termsUrl);
    expect(answers?.form.how).toMatch(/^(?:page|recorded)$/);
  });
});

describe.each(feeds)('the feed %s', (_title, feed) => {
  it('has the hash of its apiConfig as its source id', () => {
    expect(toHex(deriveSourceId(parseApiConfig(feed.apiConfig)))).toBe(feed.sourceId);
  });
});

it('one URL answers all its feeds alike', () => {
  for (const { url, body } of PROVIDER_FIXTURES) expect(PROVIDER_FIXTURES.find((answer) => answer.url === url)?.body).toEqual(body);
});
