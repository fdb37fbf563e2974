import { type ApiConfig, deriveSourceId, parseApiConfig, toHex } from '@oracle-gateway/protocol';
import { describe, expect, it } from 'vitest';
import coingecko from './data/coingecko.json' with { type: 'json' };
import { createCatalogue } from './catalogue.js';
import { checkProvider, parseProvider } from './parse-provider.js';
import { carriesCredential, selectsAsCatalogue } from './route.js';

type Change = (file: typeof coingecko) => void;

/** CoinGecko's file as if its key went into the query, at another host. */
function keyedFile(change: Change = () => undefined): unknown {
  const file = structuredClone(coingecko);
  const [flow] = file.flows;
  const feeds = flow!.feeds.map(({ apiConfig, ...feed }) => {
    const { url, method, responseParser, aggregation } = apiConfig;
    const config = {
      url: `${url.replace('pro-api.coingecko.com', 'api.example.com')}&apikey={{secret.key}}`,
      method,
      responseParser,
      aggregation,
    };
    return { ...feed, apiConfig: config, sourceId: toHex(deriveSourceId(parseApiConfig(config))) };
  });
  const keyed = {
    ...file,
    id: 'keyed',
    flows: [{ ...flow!, baseUrl: 'https://api.example.com/api/v3', credential: { mode: 'caller', query: 'apikey' }, feeds }],
  };
  change(keyed as unknown as typeof coingecko);
  return keyed;
}

function faultsOf(change: Change): readonly string[] {
  const check = checkProvider(keyedFile(change));
  return 'faults' in check ? check.faults.map(({ message }) => message) : [];
}

describe('a provider whose key goes into the query', () => {
  const catalogue = createCatalogue([parseProvider(keyedFile())]);
  const feed: ApiConfig = catalogue.find('keyed')!.flows[0]!.feeds[0]!.apiConfig;
  const isSponsored = (changes: Partial<ApiConfig>): boolean => {
    const source = parseApiConfig({ ...feed, ...changes });
    const route = catalogue.routeOf(source);
    return route !== null && carriesCredential(route.flow, source) && selectsAsCatalogue(route, source);
  };

  it('has feeds whose url ends with the placeholder', () => {
    expect(feed.url).toBe('https://api.example.com/api/v3/simple/price?ids=bitcoin&vs_currencies=usd&precision=full&apikey={{secret.key}}');
    expect(feed.headers).toBeUndefined();
  });

  it('may be sponsored for another symbol, and with arithmetic of the caller', () => {
    expect(isSponsored({})).toBe(true);
    expect(isSponsored({ url: feed.url.replace('bitcoin', 'dogecoin'), responseParser: "$['dogecoin'].usd" })).toBe(true);
    expect(isSponsored({ valueTransform: 'multiply:2|min:1' })).toBe(true);
  });

  it.each<[string, Partial<ApiConfig>]>([
    ['without the placeholder', { url: feed.url.replace('&apikey={{secret.key}}', '') }],
    ['with a key in the open', { url: feed.url.replace('{{secret.key}}', 'abc') }],
    ['with another secret', { url: feed.url.replace('{{secret.key}}', '{{secret.other}}') }],
    ['with another parameter', { url: feed.url.replace('apikey=', 'apiKey=') }],
    ['with text behind the placeholder', { url: `${feed.url}x` }],
    ['with a parameter behind the placeholder', { url: `${feed.url}&a=b` }],
    ['with the placeholder twice', { url: `${feed.url}&apikey={{secret.key}}` }],
    ['with the placeholder at the place of the symbol', { url: feed.url.replace('bitcoin', '{{secret.key}}') }],
    ['with the placeholder before the others', { url: feed.url.replace('?', '?apikey={{secret.key}}&').replace(/&apikey=[^&]*$/, '') }],
    ['with a header', { headers: { accept: 'application/json' } }],
    ['with the placeholder in a header besides', { headers: { 'x-key': '{{secret.key}}' } }],
    ['that reads more than the catalogue does', { responseParser: '$.echo', valueTransform: 'hex' }],
    ['with another host', { url: feed.url.replace('api.example.com', 'api.example.com.evil.example') }],
    ['in clear', { url: feed.url.replace('https://', 'http://') }],
  ])('is not sponsored %s', (_what, changes) => {
    expect(isSponsored(changes)).toBe(false);
  });

  it.each<[string, string, Change]>([
    [
      'the placeholder is missing',
      `flows[0].feeds[0].apiConfig.url: must be ${feed.url}`,
      (file) => void (file.flows[0]!.feeds[0]!.apiConfig.url = feed.url.replace('&apikey={{secret.key}}', '')),
    ],
    [
      'a header goes along',
      'flows[0].feeds[0].apiConfig.headers: must be absent',
      (file) => void Object.assign(file.flows[0]!.feeds[0]!.apiConfig, { headers: { 'x-key': '{{secret.key}}' } }),
    ],
    [
      'the host is asked in clear',
      'flows[0].baseUrl: must be https, because a credential is sent there',
      (file) => void (file.flows[0]!.baseUrl = 'http://api.example.com/api/v3'),
    ],
    [
      'an operation has the parameter already',
      'flows[0].credential.query: must be no parameter of an operation',
      (file) => void Object.assign(file.flows[0]!.credential, { query: 'precision' }),
    ],
  ])('breaks a rule where %s', (_what, message, change) => {
    expect(faultsOf(change)).toContain(message);
  });

  it('has an operation without a query as well', () => {
    const file = parseProvider(
      keyedFile((keyed) => {
        keyed.operations[0]!.path = '/price/:symbol';
        for (const { apiConfig, symbol, ...rest } of keyed.flows[0]!.feeds) {
          apiConfig.url = `https://api.example.com/api/v3/price/${symbol}?apikey={{secret.key}}`;
          Object.assign(
            keyed.flows[0]!.feeds.find(({ id }) => id === rest.id)!,
            { sourceId: toHex(deriveSourceId(parseApiConfig(apiConfig))) },
          );
        }
      }),
    );
    expect(
      createCatalogue([file]).routeOf({ method: 'GET', url: 'https://api.example.com/api/v3/price/doge?apikey={{secret.key}}' })?.symbol,
    ).toBe('doge');
  });
});
