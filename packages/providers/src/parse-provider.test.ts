import { describe, expect, it } from 'vitest';
import coinbase from './data/coinbase.json' with { type: 'json' };
import coingecko from './data/coingecko.json' with { type: 'json' };
import frankfurter from './data/frankfurter.json' with { type: 'json' };
import solana from './data/solana.json' with { type: 'json' };
import { checkProvider, parseProvider } from './parse-provider.js';
import { ProviderError } from './provider-error.js';

type Change = (file: typeof coingecko) => unknown;

function errorOf(change: Change, of: unknown = coingecko): string {
  const file = structuredClone(of) as typeof coingecko;
  const changed = change(file) ?? file;
  try {
    parseProvider(changed);
  } catch (error) {
    if (error instanceof ProviderError) return error.message;
    throw error;
  }
  throw new Error('was accepted');
}

describe('parseProvider', () => {
  it('takes a file as it is', () => {
    expect(parseProvider(coingecko)).toEqual(coingecko);
  });

  const rules: readonly [rule: string, message: string, change: Change][] = [
    ['a file is an object', 'the file: must be object', () => []],
    ['nothing is missing', 'termsUrl: is required', (file) => ({ ...file, termsUrl: undefined })],
    ['nothing else is there', 'price: is not a known member', (file) => ({ ...file, price: 1 })],
    [
      'what may be done with its values is said',
      'redistribution: must be one of allowed, attribution, forbidden, unknown',
      (file) => void (file.redistribution = 'maybe'),
    ],
    [
      'names are in lower case',
      'flows[0].feeds[0].names[0]: must be words of a-z, 0-9, ., & and -, of at most 32 characters',
      (file) => void (file.flows[0]!.feeds[0]!.names[0] = 'Bitcoin'),
    ],
    ['pages are https', 'docsUrl: must be an https URL', (file) => void (file.docsUrl = 'http://docs.example/')],
    ['an id is a name', 'id: must be a name of a-z, 0-9, _ and -, of at most 64 characters', (file) => void (file.id = 'Coin Gecko')],
    [
      'operations have ids of their own',
      'operations[1].id: must not be used twice',
      (file) => void file.operations.push({ ...file.operations[0]! }),
    ],
    [
      "an operation's path holds :symbol",
      'operations[0].path: must hold :symbol once',
      (file) => void (file.operations[0]!.path = '/simple/price?ids=bitcoin'),
    ],
    ['and holds it once', 'operations[0].path: must hold :symbol once', (file) => void (file.operations[0]!.path = '/:symbol/:symbol')],
    [
      'the example of a symbol is one',
      'operations[0].symbolExample: must have as many segments as symbolExample, none of them empty, . or ..',
      (file) => void (file.operations[0]!.symbolExample = 'a/../b'),
    ],
    ['a flow is described once', 'flows[1].kind: must not be used twice', (file) => void (file.flows[1] = { ...file.flows[0]! })],
    [
      'an x402 flow says how it is paid',
      'flows[1].x402: must be set exactly for kind x402',
      (file) => void (file.flows[1] = { ...file.flows[1]!, x402: undefined } as never),
    ],
    [
      'and no other flow does',
      'flows[0].x402: must be set exactly for kind x402',
      (file) => void Object.assign(file.flows[0]!, { x402: file.flows[1]!.x402 }),
    ],
    [
      'a credential has a place',
      'flows[0].credential: must have header or query for mode caller, and neither for mode none',
      (file) => void (file.flows[0]!.credential = { mode: 'caller' }),
    ],
    [
      'no credential has none',
      'flows[1].credential: must have header or query for mode caller, and neither for mode none',
      (file) => void (file.flows[1]!.credential = { mode: 'none', header: 'x-key' }),
    ],
    [
      'a credential has one place alone',
      'flows[0].credential: must have header or query for mode caller, and neither for mode none',
      (file) => void Object.assign(file.flows[0]!.credential, { query: 'key' }),
    ],
    [
      'the parameter of a credential is a name',
      'flows[0].credential.query: must be 1 to 64 characters of A-Z, a-z, 0-9, ., _, ~ and -',
      (file) => void (file.flows[0]!.credential = { mode: 'caller', query: 'a=b&key' } as never),
    ],
    [
      'a paid flow takes no credential',
      'flows[1].credential.mode: must be none for kind x402',
      (file) => void (file.flows[1]!.credential = { mode: 'caller', header: 'x-key' }),
    ],
    [
      'a credential is sent over https only',
      'flows[0].baseUrl: must be https, because a credential is sent there',
      (file) => void (file.flows[0]!.baseUrl = 'http://pro-api.coingecko.com/api/v3'),
    ],
    [
      'a base URL has no query',
      'flows[0].baseUrl: must be an http or https URL without a query and without a slash at its end',
      (file) => void (file.flows[0]!.baseUrl += '?a=b'),
    ],
    [
      'feeds have ids of their own within a flow',
      'flows[0].feeds[4].id: must not be used twice',
      ({ flows: [flow] }) => void Object.assign(flow!, { feeds: [...flow!.feeds, flow!.feeds[0]] }),
    ],
    [
      'a feed is of an operation',
      'flows[0].feeds[0].operation: must be the id of an operation',
      (file) => void (file.flows[0]!.feeds[0]!.operation = 'other'),
    ],
    [
      "a feed's symbol is one",
      'flows[0].feeds[0].symbol: must have as many segments as symbolExample, none of them empty, . or ..',
      (file) => void (file.flows[0]!.feeds[0]!.symbol = 'a/b'),
    ],
    [
      "a feed's apiConfig is one",
      'flows[0].feeds[0].apiConfig.method: must be one of GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS',
      (file) => void (file.flows[0]!.feeds[0]!.apiConfig.method = 'get'),
    ],
    [
      "a feed's URL is its operation's",
      'flows[0].feeds[0].apiConfig.url: must be https://pro-api.coingecko.com/api/v3/simple/price?ids=bitcoin&vs_currencies=usd&precision=full',
      (file) => void (file.flows[0]!.feeds[0]!.apiConfig.url = file.flows[0]!.feeds[1]!.apiConfig.url),
    ],
    [
      'a feed is read',
      'flows[0].feeds[0].apiConfig.method: must be GET',
      (file) => void (file.flows[0]!.feeds[0]!.apiConfig.method = 'HEAD'),
    ],
    [
      'a feed sends the placeholder of its credential, and nothing else',
      'flows[0].feeds[0].apiConfig.headers: must be x-cg-pro-api-key with {{secret.key}}, and nothing else',
      (file) =>
        void Object.assign(file.flows[0]!.feeds[0]!.apiConfig, { headers: { 'x-cg-pro-api-key': '{{secret.key}}', accept: '*/*' } }),
    ],
    [
      'a feed of a flow without a credential sends no header',
      'flows[1].feeds[0].apiConfig.headers: must be absent',
      (file) => void Object.assign(file.flows[1]!.feeds[0]!.apiConfig, { headers: { accept: '*/*' } }),
    ],
    [
      'feeds are in the mode that is advised',
      'flows[0].feeds[0].apiConfig.aggregation: must fit aggregation.mode, which is exact',
      (file) => void (file.aggregation.mode = 'exact'),
    ],
    [
      'tolerance mode takes three signatures',
      'aggregation.minSignatures: must be at least 3 in tolerance mode',
      (file) => void (file.aggregation.minSignatures = 2),
    ],
    [
      "a feed's source id is the hash of its apiConfig, which is told",
      `flows[0].feeds[0].sourceId: must be the hash of apiConfig, ${coingecko.flows[0]!.feeds[0]!.sourceId}`,
      (file) => void (file.flows[0]!.feeds[0]!.sourceId = `0x${'00'.repeat(32)}`),
    ],
    [
      'nodes that ask apart see values that live as long as in a list',
      'flows[0].feeds[0].apiConfig.aggregation.maxAgeMs: must be at least 15000 beside spacingMs',
      (file) => {
        Object.assign(file.flows[0]!, { spacingMs: 1_000 });
        file.flows[0]!.feeds[0]!.apiConfig.aggregation.maxAgeMs = 14_999;
      },
    ],
    [
      'a spacing is at most two seconds',
      'flows[0].spacingMs: must be an integer from 1 to 2,000',
      (file) => void Object.assign(file.flows[0]!, { spacingMs: 2_001 }),
    ],
    [
      'one id is of the same data in every flow',
      'flows[1].feeds[0].id: must be of the same operation and symbol in every flow',
      (file) => void (file.flows[1]!.feeds = [{ ...file.flows[1]!.feeds[0]!, id: 'eth-usd' }]),
    ],
  ];

  it.each(rules)('%s', (_rule, message, change) => {
    expect(errorOf(change)).toBe(message);
  });

  it('a feed of exact mode has no aggregation, and one of tolerance mode has', () => {
    const tolerant = (file: typeof coingecko): void =>
      void (file.aggregation = { ...file.aggregation, mode: 'tolerance', minSignatures: 3 });
    expect(errorOf(tolerant, frankfurter)).toBe('flows[0].feeds[0].apiConfig.aggregation: must fit aggregation.mode, which is tolerance');
  });

  it.each<[rule: string, message: string, change: (file: typeof solana) => void]>([
    ['has the symbol', 'operations[0].body: must hold :symbol once', (file) => void (file.operations[0]!.body = '{}')],
    [
      'has it alone',
      'operations[0].path: must not hold :symbol, which stands in body',
      (file) => void (file.operations[0]!.path = '/:symbol'),
    ],
    ['is JSON', 'operations[0].body: must be a JSON text', (file) => void (file.operations[0]!.body = '{":symbol"')],
    [
      'goes without a credential, which its answer could echo',
      'operations[0].body: must be absent where a flow has a credential or a payment',
      (file) => void Object.assign(file.flows[0]!.credential, { mode: 'caller', header: 'x-key' }),
    ],
    [
      'is that of its feed',
      'flows[0].feeds[0].apiConfig.body: must be {"jsonrpc":"2.0","id":1,"method":"getInflationRate"}',
      (file) => void (file.flows[0]!.feeds[0]!.apiConfig.body = '{}'),
    ],
    ['is posted', 'flows[0].feeds[0].apiConfig.method: must be POST', (file) => void (file.flows[0]!.feeds[0]!.apiConfig.method = 'PUT')],
    [
      'is sent as JSON, with no other header',
      'flows[0].feeds[0].apiConfig.headers: must be {"Content-Type":"application/json"}, and nothing else',
      (file) => void Object.assign(file.flows[0]!.feeds[0]!.apiConfig.headers, { accept: '*/*' }),
    ],
  ])('a body of an operation %s', (_rule, message, change) => {
    expect(errorOf((file) => change(file as unknown as typeof solana), solana)).toBe(message);
  });

  it('a feed without an operation’s body sends none', () => {
    const withBody = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' };
    const message = errorOf((file) => void Object.assign(file.flows[0]!.feeds[0]!.apiConfig, withBody), coinbase);
    expect(message).toBe('flows[0].feeds[0].apiConfig.method: must be GET');
  });

  it('a keyless flow may be http', () => {
    const text = JSON.stringify(coinbase).replaceAll('https://api.coinbase.com', 'http://127.0.0.1:8080');
    expect(() => parseProvider(JSON.parse(text))).toThrow(/sourceId: must be the hash/);
  });
});

describe('checkProvider', () => {
  function faultsOf(change: Change): readonly string[] {
    const file = structuredClone(coingecko);
    change(file);
    const check = checkProvider(file);
    return 'faults' in check ? check.faults.map(({ message }) => message) : [];
  }

  it('finds no fault in a file as it is', () => {
    expect(checkProvider(coingecko)).toEqual({ provider: coingecko });
  });

  it('tells every broken rule of the form at once', () => {
    const faults = faultsOf((file) => {
      file.id = 'Coin Gecko';
      file.docsUrl = 'http://docs.example/';
      Object.assign(file, { price: 1 });
      Object.assign(file.operations[0]!, { assetClass: undefined });
    });
    expect(faults).toHaveLength(4);
    expect(faults).toContain('operations[0].assetClass: is required');
  });

  it('tells every broken rule between members at once', () => {
    const faults = faultsOf((file) => {
      file.aggregation.minSignatures = 2;
      file.flows[0]!.feeds[0]!.operation = 'other';
      file.flows[0]!.feeds[1]!.apiConfig.method = 'HEAD';
      file.flows[1]!.feeds[2]!.sourceId = `0x${'00'.repeat(32)}`;
    });
    expect(faults.map((fault) => fault.split(': ')[0])).toEqual([
      'aggregation.minSignatures',
      'flows[0].feeds[0].operation',
      'flows[0].feeds[1].apiConfig.method',
      'flows[1].feeds[2].sourceId',
    ]);
  });
});
