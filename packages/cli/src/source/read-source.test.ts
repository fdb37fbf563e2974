import { builtInFeed, builtInFeedNames, type FeedCatalogue } from '@oracle-gateway/caller/feeds';
import { FILES } from '@oracle-gateway/caller/settings';
import { describe, expect, it } from 'vitest';

import { readSource, type SourceFlags } from './read-source.js';

const CONFIG = { url: 'https://host.test/price', method: 'GET', responseParser: '$.price' };
const PATH = '/home/source.json';

function read(given: string, flags: SourceFlags = {}, input: { readonly stdin?: string | null; readonly catalogue?: FeedCatalogue } = {}) {
  const deps = {
    files: { ...FILES, read: (_field: string, path: string) => Promise.resolve(path === PATH ? JSON.stringify(CONFIG) : null) },
    readStandardInput: () => Promise.resolve(input.stdin === undefined ? JSON.stringify(CONFIG) : input.stdin),
    catalogue: () => (input.catalogue === undefined ? Promise.reject(new Error('no gateway is asked')) : Promise.resolve(input.catalogue)),
  };
  return readSource(deps, given, flags);
}

describe('a source', () => {
  it.each([
    ['a file', PATH],
    ['JSON', JSON.stringify(CONFIG)],
    ['the standard input', '-'],
  ])('is %s', async (_what, given) => {
    expect(await read(given)).toEqual({ source: CONFIG, isFromGateway: false });
  });

  it('is a URL with its flags, written as a URL parser writes it', async () => {
    const { source } = await read('https://HOST.test', {
      path: '$.a',
      transform: 'divide:100',
      'max-bytes': 1_000_000,
      header: ['X-Key: {{secret.key}}', 'Accept: a:b'],
    });
    expect(source).toEqual({
      url: 'https://host.test/',
      method: 'GET',
      headers: { 'X-Key': '{{secret.key}}', Accept: 'a:b' },
      responseParser: '$.a',
      valueTransform: 'divide:100',
      maxBytes: 1_000_000,
    });
  });

  it('is a URL with a body, sent with POST as JSON unless a header says its type', async () => {
    const url = 'https://HOST.test/{{secret.key}}';
    const asJson = { url: 'https://host.test/{{secret.key}}', method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' };
    expect((await read(url, { body: '{}' })).source).toEqual(asJson);
    expect((await read(url, { body: 'a=b', header: ['content-type: text/plain'] })).source).toEqual({
      ...asJson,
      headers: { 'content-type': 'text/plain' },
      body: 'a=b',
    });
  });

  it.each<[string, string, SourceFlags, string]>([
    ['a URL with a JSONPath that is none', 'https://host.test/', { path: '$[' }, 'source: apiConfig.responseParser: '],
    ['a feed with a body', 'coinbase/btc-usd', { body: '{}' }, '--body: goes with a URL; any other source has its own'],
    ['a feed with a largest answer', 'coinbase/btc-usd', { 'max-bytes': 9 }, '--max-bytes: goes with a URL'],
    ['a URL with the largest answer of the default', 'https://host.test/', { 'max-bytes': 262_144 }, 'apiConfig.maxBytes: must be absent'],
    ['a URL with a header that is none', 'https://host.test/', { header: ['no colon'] }, '--header: must be <name>: <value>'],
    ['a file with a flag of a URL', PATH, { path: '$.a' }, '--path: goes with a URL'],
    ['a file that is not there', 'absent.json', {}, 'source: must be a URL, an apiConfig as JSON, a file, - or a feed'],
    ['JSON that is none', '{', {}, 'source: must be JSON'],
    [
      'JSON with a member that is unknown',
      '{"url":"https://host.test/","method":"GET","x":1}',
      {},
      'source: apiConfig.x: is not a known member',
    ],
    ['a feed that its provider does not have', 'coinbase/nothing', {}, 'source: must be a feed of its provider'],
  ])('is refused where it is %s', async (_what, given, flags, text) => {
    await expect(read(given, flags)).rejects.toThrow(text);
  });

  it('of a standard input that is too large is refused', async () => {
    await expect(read('-', {}, { stdin: null })).rejects.toThrow('source: must be smaller');
  });
});

describe('a feed', () => {
  it('is named by no gateway where the command brings it along', async () => {
    const liar: FeedCatalogue = { provider: () => Promise.reject(new Error('asked the gateway')) };
    const named = await read('coinbase/btc-usd', {}, { catalogue: liar });
    expect(named).toMatchObject({ source: { url: 'https://api.coinbase.com/v2/prices/BTC-USD/spot' }, quorum: 3, isFromGateway: false });
  });

  it('is of the gateway where the command does not bring it along, and said to be', async () => {
    const catalogue = {
      provider: () => Promise.resolve({ aggregation: { minSignatures: 4 }, flows: [{ feeds: [{ id: 'one', apiConfig: CONFIG }] }] }),
    } as unknown as FeedCatalogue;
    expect(await read('own/one', {}, { catalogue })).toEqual({ source: CONFIG, quorum: 4, isFromGateway: true });
  });

  it('is asked for by the way that is not paid per request', async () => {
    const { source } = (await builtInFeed('coingecko/btc-usd'))!;
    expect(source).toMatchObject({ headers: { 'x-cg-pro-api-key': '{{secret.key}}' } });
  });

  it('is an index of the catalogue, or of a file', async () => {
    const index = (await builtInFeed('index/btc-usd'))!;
    expect(index.source).toMatchObject({ apiConfigs: [{}, {}, {}], combine: { rule: 'median' } });
    expect(await read(JSON.stringify(index.source))).toEqual({ source: index.source, isFromGateway: false });
  });

  it.each<readonly [string, object]>([
    ['combine', { apiConfigs: [CONFIG, { ...CONFIG, method: 'POST' }] }],
    ['apiConfigs', { apiConfigs: CONFIG, combine: {} }],
    ['minValues', { apiConfigs: [CONFIG, { ...CONFIG, method: 'POST' }], combine: {}, minValues: 2 }],
  ])('refuses an index that breaks a rule of %s', async (field, config) => {
    await expect(read(JSON.stringify(config))).rejects.toMatchObject({ field: `source: ${field}` });
  });

  it('of every provider can be named', async () => {
    const names = await builtInFeedNames();
    expect(names.length).toBeGreaterThan(19);
    const found = await Promise.all(names.map((name) => builtInFeed(name)));
    expect(found.every((named) => named !== null)).toBe(true);
    expect(new Set(names).size).toBe(names.length);
  });

  it('of a provider that the gateway does not have is told the nearest provider, and any other refusal stays', async () => {
    const refusing = (code: string): FeedCatalogue => ({ provider: () => Promise.reject(Object.assign(new Error(code), { code })) });
    const asked = read('coinbas/btc-usd', {}, { catalogue: refusing('provider_not_found') });
    await expect(asked).rejects.toThrow('source: must be a feed of a known provider; did you mean coinbase/btc-usd?');
    await expect(read('coinbas/btc-usd', {}, { catalogue: refusing('rate_limited') })).rejects.toThrow(/^rate_limited$/);
    await expect(read('own/btc-usd', {}, { catalogue: refusing('provider_not_found') })).rejects.toThrow(/^provider_not_found$/);
  });

  it.each([
    ['api.coinbase.com/v2/prices', { path: '$.a' }, 'must start with https:// where it is a URL: write https://api.coinbase.com/v2/prices'],
    ['api.coinbase.com/v2/prices', {}, 'write https://api.coinbase.com/v2/prices'],
    ['coinbase/btc-usc', {}, 'must be a feed of its provider; did you mean coinbase/btc-usd?'],
    ['coinbase/no-such-feed', {}, 'must be a feed of its provider, such as coinbase/'],
    ['no-such-file', {}, 'there is no such file'],
    ['coinbase/btc-usd', { path: '$.a' }, 'goes with a URL'],
  ])('is told the nearest right text where it is mistyped: %s', async (given, flags, told) => {
    await expect(read(given, flags)).rejects.toThrow(told);
  });
});
