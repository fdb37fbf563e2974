import { BUILT_IN_PROVIDERS, builtInProvider } from '@oracle-gateway/providers';
import { PROVIDER_FIXTURES } from '@oracle-gateway/providers/fixtures';
import { describe, expect, it } from 'vitest';

import { PROVIDER_ORIGINS, providerFixtures } from './provider-fixtures.js';
import { json, type SampleAnswer } from './source.js';

const BITCOIN = 'https://pro-api.coingecko.com/api/v3/simple/price?ids=bitcoin&vs_currencies=usd&precision=full';

function get(url: string, headers: Record<string, string> = {}, isPaid = false, body = ''): Promise<SampleAnswer> | SampleAnswer {
  const { host, pathname, searchParams } = new URL(url);
  const paywall = { charge: ({ resourceUrl }: { resourceUrl: string }) => Promise.resolve(json({ charged: resourceUrl }, 402)) };
  const source = providerFixtures({ apiKey: 'the-key', paywall: isPaid ? paywall : null });
  return source({ method: body === '' ? 'GET' : 'POST', path: pathname, query: searchParams, headers: { host, ...headers }, body });
}

describe('the fixtures of the catalogue', () => {
  const keyless = PROVIDER_FIXTURES.filter(({ url }) => !url.includes('coingecko'));
  it.each(keyless)('answer $url in the shape of its source', async ({ url, request, body }) => {
    expect(await get(url, {}, false, request)).toMatchObject({ status: 200, body: JSON.stringify(body) });
  });

  it('answer nothing else: no other host, path or parameter', async () => {
    for (const url of [
      BITCOIN.replace('pro-api', 'api'),
      BITCOIN.replace('/simple/', '/'),
      `${BITCOIN}&a=b`,
      'https://api.mainnet-beta.solana.com/',
      BITCOIN.replace('usd', 'eur'),
    ])
      expect(await get(url, { 'x-cg-pro-api-key': 'the-key' })).toMatchObject({ status: 404 });
  });

  it('of a provider with a key are for its holder', async () => {
    expect(await get(BITCOIN)).toMatchObject({ status: 401 });
    expect(await get(BITCOIN, { 'x-cg-pro-api-key': 'another' })).toMatchObject({ status: 401 });
    expect(await get(BITCOIN, { 'x-cg-pro-api-key': 'the-key' })).toMatchObject({ status: 200, body: '{"bitcoin":{"usd":64631.187423}}' });
  });

  it('of a provider with a key in the query are for its holder', async () => {
    const url = 'https://api.example.com/price?id=btc&apikey={{secret.key}}';
    const source = providerFixtures({ apiKey: 'the+key&', paywall: null, fixtures: [{ url, body: { price: 1 } }] });
    const ask = (apikey: string) =>
      source({
        method: 'GET',
        path: '/price',
        query: new URLSearchParams({ id: 'btc', apikey }),
        headers: { host: 'api.example.com' },
        body: '',
      });
    expect(await ask('the+key&')).toMatchObject({ status: 200, body: '{"price":1}' });
    for (const other of ['another', '', '{{secret.key}}']) expect(await ask(other)).toMatchObject({ status: 404 });
  });

  it('of a paid route are sold, under the URL that was meant', async () => {
    const route = BITCOIN.replace('/simple/', '/x402/simple/');
    expect(await get(route)).toMatchObject({ status: 404 });
    const charged = { charged: 'https://pro-api.coingecko.com/api/v3/x402/simple/price' };
    expect(await get(route, {}, true)).toMatchObject({ status: 402, body: JSON.stringify(charged) });
  });

  it('stand for each origin of the catalogue once', () => {
    const flows = BUILT_IN_PROVIDERS.flatMap((id) => builtInProvider(id)?.flows ?? []);
    expect([...PROVIDER_ORIGINS].sort()).toEqual([...new Set(flows.map(({ baseUrl }) => new URL(baseUrl).origin))].sort());
  });
});
