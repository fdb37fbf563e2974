import { parseApiConfig } from '@oracle-gateway/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BUILT_IN_PROVIDERS, builtInProvider } from './built-in.js';
import { BODY_HEADERS, carriesCredential, routeOf, routeRequest, symbolOf } from './route.js';

const providers = BUILT_IN_PROVIDERS.flatMap((id) => builtInProvider(id) ?? []);
const BITCOIN = 'https://pro-api.coingecko.com/api/v3/simple/price?ids=bitcoin&vs_currencies=usd&precision=full';

const RPC = 'https://api.mainnet-beta.solana.com/';

function found(url: string, method: 'GET' | 'POST' = 'GET', body?: string): string | null {
  const route = routeOf(providers, { method, url, ...(body === undefined ? {} : { body }) });
  return route === null ? null : `${route.provider.id} ${route.flow.kind} ${route.operation.id} ${route.symbol}`;
}

describe('routeOf', () => {
  it.each([
    [BITCOIN, 'coingecko api_key simple-price bitcoin'],
    [BITCOIN.replace('/simple/', '/x402/simple/'), 'coingecko x402 simple-price bitcoin'],
    ['https://api.coinbase.com/v2/prices/DOGE-EUR/spot', 'coinbase api_key spot DOGE-EUR'],
    ['https://api.frankfurter.dev/v2/rate/usd/sek?providers=ecb', 'frankfurter api_key rate usd/sek'],
    ['https://www.bitstamp.net/api/v2/ticker/xrpeur/', 'bitstamp api_key ticker xrpeur'],
    ['HTTPS://API.Coinbase.com:443/v2/prices/DOGE-EUR/spot', 'coinbase api_key spot DOGE-EUR'],
  ])('finds %s', (url, expected) => {
    expect(found(url)).toBe(expected);
  });

  it.each([
    ['another host', BITCOIN.replace('pro-api.coingecko.com', 'pro-api.coingecko.com.example')],
    ['a host before it', BITCOIN.replace('pro-api.', 'a.pro-api.')],
    ['another port', BITCOIN.replace('.com/', '.com:8443/')],
    ['http', BITCOIN.replace('https', 'http')],
    ['another path', BITCOIN.replace('/simple/price', '/simple/prices')],
    ['a path before it', BITCOIN.replace('/api/', '/other/api/')],
    ['a prefix that no flow has', BITCOIN.replace('/simple/', '/x403/simple/')],
    ['another value of a parameter', BITCOIN.replace('=usd', '=eur')],
    ['a parameter more at the end', `${BITCOIN}&include_market_cap=true`],
    ['a parameter more in the middle', BITCOIN.replace('bitcoin', 'bitcoin&include_24hr_vol=true')],
    ['a parameter less', BITCOIN.replace('&precision=full', '')],
    ['parameters in another order', BITCOIN.replace('&vs_currencies=usd&precision=full', '&precision=full&vs_currencies=usd')],
    ['several symbols', BITCOIN.replace('bitcoin', 'bitcoin,ethereum')],
    ['no symbol', BITCOIN.replace('bitcoin', '')],
    ['a symbol in percent-encoding', BITCOIN.replace('bitcoin', '%62itcoin')],
    ['a symbol of 65 characters', BITCOIN.replace('bitcoin', 'a'.repeat(65))],
    ['a symbol with a segment more', 'https://api.coinbase.com/v2/prices/BTC-USD/x/spot'],
    ['a symbol with a segment less', 'https://api.frankfurter.dev/v2/rate/usd?providers=ecb'],
    ['a symbol with an empty segment', 'https://api.frankfurter.dev/v2/rate/usd/?providers=ecb'],
    ['a symbol that leads out of the path', 'https://api.frankfurter.dev/v2/rate/usd/..?providers=ecb'],
    ['a symbol that stays where it is', 'https://api.coinbase.com/v2/prices/./spot'],
  ])('does not find %s', (_what, url) => {
    expect(found(url)).toBeNull();
  });

  it('finds nothing for another method', () => {
    expect(found(BITCOIN, 'POST')).toBeNull();
  });

  it('finds the symbol of a body that is the operation’s own, and of no other', () => {
    const call = '{"jsonrpc":"2.0","id":1,"method":"getSlot"}';
    expect(found(RPC, 'POST', call)).toBe('solana api_key rpc getSlot');
    expect(found('https://API.mainnet-beta.solana.com', 'POST', call)).toBe('solana api_key rpc getSlot');
    for (const other of [
      `${call} `,
      call.replace('1,', '2,'),
      call.replace('"getSlot"', '"getSlot","params":[]'),
      call.replace('getSlot', ''),
    ])
      expect(found(RPC, 'POST', other)).toBeNull();
    expect([found(RPC, 'POST'), found(RPC), found(RPC, 'GET', call), found(`${RPC}?x=1`, 'POST', call)]).toEqual([null, null, null, null]);
  });

  it('finds the symbol of every URL that it writes, and no other', () => {
    const places = providers.flatMap(({ flows, operations }) =>
      flows.flatMap((flow) => operations.map((operation) => ({ flow, operation }))),
    );
    const segment = fc.stringMatching(/^[A-Za-z0-9_-]{1,20}$/);
    fc.assert(
      fc.property(fc.constantFrom(...places), fc.array(segment, { minLength: 1, maxLength: 3 }), ({ flow, operation }, segments) => {
        const symbol = segments.join('/');
        const fits = segments.length === operation.symbolExample.split('/').length;
        const request = routeRequest(flow, operation, symbol);
        const source = parseApiConfig(request.body === undefined ? request : { ...request, headers: BODY_HEADERS });
        expect(symbolOf(source, flow, operation)).toBe(fits ? symbol : null);
      }),
    );
  });

  it('never takes a text for a symbol that brings a parameter or a path of its own', () => {
    const route = providers.find(({ id }) => id === 'coingecko')!;
    fc.assert(
      fc.property(fc.string({ maxLength: 30 }), fc.constantFrom('?', '&', '=', '#', '%', '\\', ' ', '@', ';', ','), (text, sign) => {
        const symbol = text.slice(0, 10) + sign + text.slice(10);
        expect(symbolOf(routeRequest(route.flows[0]!, route.operations[0]!, symbol), route.flows[0]!, route.operations[0]!)).toBeNull();
      }),
    );
  });
});

describe('carriesCredential', () => {
  const { flow } = routeOf(providers, { method: 'GET', url: BITCOIN })!;
  const placeholder = '{{secret.key}}';

  it('takes the placeholder in the header of the flow', () => {
    expect(carriesCredential(flow, { url: BITCOIN, headers: { 'x-cg-pro-api-key': placeholder } })).toBe(true);
  });

  it.each([
    ['no header', undefined],
    ['another header', { 'x-cg-demo-api-key': placeholder }],
    ['the header in another case, because the source id would be another', { 'X-CG-Pro-Api-Key': placeholder }],
    ['a header beside it', { 'x-cg-pro-api-key': placeholder, cookie: 'a=b' }],
    ['the placeholder in a second header', { 'x-cg-pro-api-key': placeholder, 'x-echo': placeholder }],
    ['another secret', { 'x-cg-pro-api-key': '{{secret.other}}' }],
    ['text around the placeholder', { 'x-cg-pro-api-key': `Bearer ${placeholder}` }],
    ['a key in the open', { 'x-cg-pro-api-key': 'CG-1234' }],
  ])('does not take %s', (_what, headers) => {
    expect(carriesCredential(flow, { url: BITCOIN, ...(headers === undefined ? {} : { headers }) })).toBe(false);
  });

  it('is not asked of a flow without a credential', () => {
    expect(carriesCredential({ credential: { mode: 'none' } }, { url: BITCOIN })).toBe(false);
  });
});
