import type { ApiConfigInput, ListedProvider } from '@oracle-gateway/client';

/** A ready-made source of the gateway's catalogue. */
export interface Feed {
  /** Such as `coinbase/btc-usd`. */
  readonly key: string;
  readonly title: string;
  /** Words that people type to find it. */
  readonly names: readonly string[];
  readonly provider: string;
  readonly source: ApiConfigInput;
  /** The smallest quorum that makes sense for its data. */
  readonly quorum: number;
}

/** The feeds that need no credential and no payment of the visitor, in the order of the catalogue. */
export function feedsOf(providers: readonly ListedProvider[]): readonly Feed[] {
  return providers.flatMap(({ id, name, aggregation, flows }) =>
    flows
      .filter(({ kind, credential }) => kind === 'api_key' && credential.mode !== 'caller')
      .flatMap(({ feeds }) =>
        feeds.map((feed) => ({
          key: `${id}/${feed.id}`,
          title: feed.title,
          names: feed.names,
          provider: name,
          source: feed.apiConfig,
          quorum: aggregation.minSignatures,
        })),
      ),
  );
}
