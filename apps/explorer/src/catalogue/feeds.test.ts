import type { ListedProvider } from '@oracle-gateway/client';
import { describe, expect, it } from 'vitest';
import { catalogueFeeds } from './feeds.js';

const source = { url: 'https://a.example', method: 'GET' } as const;

function provider(
  id: string,
  flows: readonly { readonly kind: 'api_key' | 'x402'; readonly mode: 'none' | 'caller' | 'sponsored' }[],
): ListedProvider {
  return {
    id,
    name: id.toUpperCase(),
    description: '',
    docsUrl: '',
    termsUrl: '',
    disclosure: '',
    redistribution: 'unknown',
    aggregation: { mode: 'exact', minSignatures: 2, reason: '' },
    operations: [],
    flows: flows.map(({ kind, mode }) => ({
      kind,
      baseUrl: '',
      credential: { mode },
      feeds: [
        {
          id: `${kind}-${mode}`,
          title: 'BTC / USD',
          unit: 'USD',
          displayDecimals: 2,
          names: ['bitcoin'],
          operation: '',
          symbol: '',
          sourceId: '',
          apiConfig: source,
        },
      ],
    })),
  };
}

describe('feeds of the catalogue', () => {
  it('need nothing of the visitor', () => {
    const flows = [
      { kind: 'api_key', mode: 'none' },
      { kind: 'api_key', mode: 'sponsored' },
      { kind: 'api_key', mode: 'caller' },
      { kind: 'x402', mode: 'none' },
    ] as const;
    const feeds = catalogueFeeds([provider('a', flows)]);
    expect(feeds.map(({ key }) => key)).toEqual(['a/api_key-none', 'a/api_key-sponsored']);
    expect(feeds[0]).toMatchObject({ provider: 'A', quorum: 2, source });
  });

  it('are shown with what the catalogue says of them, indices too', () => {
    const operations = [{ id: '', assetClass: 'crypto', path: '/', symbolExample: '' }];
    const combine = { rule: 'median', minSources: 2, maxDeviationBps: 50, maxAgeMs: 15_000, decimals: 8 } as const;
    const shown = { title: 'BTC index', unit: 'USD', displayDecimals: 2, names: [], sourceId: '0x' };
    const one = provider('a', [{ kind: 'api_key', mode: 'none' }]);
    const feeds = catalogueFeeds([{ ...one, operations, indices: [{ id: 'i', ...shown, apiConfigs: [source, source], combine }] }]);
    expect(feeds.map(({ assetClass, displayDecimals }) => [assetClass, displayDecimals])).toEqual([
      ['crypto', 2],
      ['index', 2],
    ]);
    expect(feeds[1]).toMatchObject({ key: 'a/i', source: { apiConfigs: [source, source], combine } });
  });
});
