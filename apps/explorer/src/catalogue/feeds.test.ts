import type { ListedProvider } from '@oracle-gateway/client';
import { describe, expect, it } from 'vitest';
import { feedsOf } from './feeds.js';

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
    const feeds = feedsOf([provider('a', flows)]);
    expect(feeds.map(({ key }) => key)).toEqual(['a/api_key-none', 'a/api_key-sponsored']);
    expect(feeds[0]).toMatchObject({ provider: 'A', quorum: 2, source });
  });
});
