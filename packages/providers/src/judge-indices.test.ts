import { describe, expect, it } from 'vitest';
import coinbase from './data/coinbase.json' with { type: 'json' };
import index from './data/index.json' with { type: 'json' };
import { parseProvider } from './parse-provider.js';
import { ProviderError } from './provider-error.js';

type File = typeof index;

function errorOf(change: (file: File) => unknown): string {
  const file = structuredClone(index);
  const changed = change(file) ?? file;
  try {
    parseProvider(changed);
  } catch (error) {
    if (error instanceof ProviderError) return error.message;
    throw error;
  }
  throw new Error('was accepted');
}

function firstSources({ indices: [first] }: File): { url: string; method: string; headers?: object }[] {
  return first!.apiConfigs;
}

describe('the indices of a provider', () => {
  it('are taken as they are', () => {
    expect(parseProvider(index)).toEqual(index);
  });

  it('may stand beside flows', () => {
    const { operations, flows } = structuredClone(coinbase);
    flows[0]!.feeds.forEach((feed) => Object.assign(feed, { id: `spot-${feed.id}` }));
    expect(parseProvider({ ...index, operations, flows }).indices).toHaveLength(3);
  });

  const rules: readonly [rule: string, message: string, change: (file: File) => unknown][] = [
    ['have sources', 'sources: is required beside indices', (file) => ({ ...file, sources: undefined })],
    ['are what sources are for', 'sources: must come with indices', (file) => ({ ...file, ...coinbase, indices: undefined })],
    ['or flows are there', 'operations: must hold an entry where the provider has no indices', (file) => ({ ...file, indices: undefined })],
    [
      'are signed in tolerance mode',
      'aggregation.mode: must be tolerance, because indices are signed in it',
      (file) => void (file.aggregation.mode = 'exact'),
    ],
    ['have ids of their own', 'indices[1].id: must not be used twice', (file) => void (file.indices[1]!.id = 'btc-usd')],
    [
      'share no id with a feed',
      'indices[0].id: must not be the id of a feed',
      (file) => ({ ...file, operations: coinbase.operations, flows: coinbase.flows }),
    ],
    [
      'are described once for each origin',
      'sources[1].origin: must not be used twice',
      (file) => void (file.sources[1] = file.sources[0]!),
    ],
    [
      'leave no origin without terms',
      'sources: must describe https://example.com',
      (file) => void (firstSources(file)[1]!.url = 'https://example.com/'),
    ],
    [
      'use every origin that is described',
      'sources[3].origin: must be of a source of an index',
      (file) => void file.sources.push({ ...file.sources[0]!, origin: 'https://example.com' }),
    ],
    ['have three sources', 'indices[0].apiConfigs: must NOT have fewer than 3 items', (file) => void firstSources(file).pop()],
    [
      'have each source of another origin',
      'indices[0].apiConfigs[2].url: must be of an origin of its own',
      (file) => void (firstSources(file)[2]!.url = 'https://api.coinbase.com/v2/prices/BTC-USD/buy'),
    ],
    ['ask by GET', 'indices[0].apiConfigs[0].method: must be GET', (file) => void (firstSources(file)[0]!.method = 'POST')],
    [
      'send no header',
      'indices[0].apiConfigs[0].headers: must be absent',
      (file) => void (firstSources(file)[0]!.headers = { accept: 'a/b' }),
    ],
    [
      'have sources that are ones',
      'indices[0].apiConfigs[0].method: must be one of GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS',
      (file) => void (firstSources(file)[0]!.method = 'get'),
    ],
    [
      'have a rule that is one',
      'indices[0].combine.minSources: must be an integer from 2 to 3',
      (file) => void (file.indices[0]!.combine.minSources = 4),
    ],
    [
      'need more than half of their sources',
      'indices[0].combine.minSources: must be more than half of the sources',
      (file) => {
        const [bitcoin, ether] = file.indices;
        bitcoin!.apiConfigs.push({ ...ether!.apiConfigs[0]!, url: 'https://example.com/' });
      },
    ],
    [
      'have their id',
      'indices[0].sourceId: must be the id of the index, 0x3360748457c8dc6c30c93831386c48816aaa44f9b55ebca25b44ab6e00c97aa8',
      (file) => void (file.indices[0]!.sourceId = file.indices[1]!.sourceId),
    ],
  ];
  it.each(rules)('%s', (_rule, message, change) => {
    expect(errorOf(change)).toBe(message);
  });
});
