import type { ListedProvider, SourceInput } from '@oracle-gateway/client';

/** A ready-made source of the gateway's catalogue. */
export interface Feed {
  /** Such as `coinbase/btc-usd`. */
  readonly key: string;
  readonly title: string;
  /** Words that people type to find it. */
  readonly names: readonly string[];
  readonly provider: string;
  /** Such as crypto, fx, weather. */
  readonly assetClass: string;
  readonly unit: string;
  readonly displayDecimals: number;
  /** 32 bytes, hex with `0x`. */
  readonly sourceId: string;
  readonly source: SourceInput;
  /** The smallest quorum that makes sense for its data. */
  readonly quorum: number;
  /** Description that its values must have for users. */
  readonly disclosure: string;
  readonly docsUrl: string;
  readonly termsUrl: string;
}

const INDEX_CLASS = 'index';

/** The feeds and indices that need no credential and no payment of the visitor, in the order of the catalogue. */
export function catalogueFeeds(providers: readonly ListedProvider[]): readonly Feed[] {
  return providers.flatMap((provider) => [...ownFeeds(provider), ...indicesOf(provider)]);
}

function ownFeeds(provider: ListedProvider): readonly Feed[] {
  return provider.flows
    .filter(({ kind, credential }) => kind === 'api_key' && credential.mode !== 'caller')
    .flatMap(({ feeds }) =>
      feeds.map((feed) => ({
        ...shownOf(provider, feed),
        assetClass: provider.operations.find(({ id }) => id === feed.operation)?.assetClass ?? 'other',
        source: feed.apiConfig,
      })),
    );
}

function indicesOf(provider: ListedProvider): readonly Feed[] {
  return (provider.indices ?? []).map((index) => ({
    ...shownOf(provider, index),
    assetClass: INDEX_CLASS,
    source: { apiConfigs: index.apiConfigs, combine: index.combine },
  }));
}

type Listed = Pick<Feed, 'title' | 'names' | 'unit' | 'displayDecimals' | 'sourceId'> & { readonly id: string };

function shownOf(provider: ListedProvider, feed: Listed): Omit<Feed, 'assetClass' | 'source'> {
  const { id, title, names, unit, displayDecimals, sourceId } = feed;
  const { disclosure, docsUrl, termsUrl } = provider;
  return {
    key: `${provider.id}/${id}`,
    ...{ title, names, unit, displayDecimals, sourceId, disclosure, docsUrl, termsUrl },
    provider: provider.name,
    quorum: provider.aggregation.minSignatures,
  };
}
