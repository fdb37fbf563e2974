import { ProviderError } from './provider-error.js';
import type { Provider } from './provider.js';
import { routeOf, type ProviderRoute } from './route.js';
import type { ApiConfig } from '@oracle-gateway/protocol';

/** The providers of one gateway. */
export interface Catalogue {
  /** Providers in the given order. */
  readonly providers: readonly Provider[];
  /** Null for an unknown id. */
  find(id: string): Provider | null;
  /** The name `provider/feed` of the feed or index with this source id, 0x hex; null for any other source. */
  nameOf(sourceId: string): string | null;
  /** The operation that a source uses; null for an ordinary source. */
  routeOf(source: Pick<ApiConfig, 'method' | 'url' | 'body'>): ProviderRoute | null;
}

/**
 * A catalogue of providers. Each id and each origin belongs to one provider, so that no route and no credential belongs to two.
 * @throws ProviderError
 * @example
 * const catalogue = createCatalogue([coinbase]);
 * catalogue.routeOf({ method: 'GET', url: 'https://api.coinbase.com/v2/prices/DOGE-EUR/spot' })?.symbol; // 'DOGE-EUR'
 */
export function createCatalogue(providers: readonly Provider[]): Catalogue {
  const byId = new Map<string, Provider>();
  const originOwners = new Map<string, string>();
  for (const provider of providers) {
    if (byId.has(provider.id)) throw new ProviderError('id', `must be unique: another provider has ${provider.id}`);
    byId.set(provider.id, provider);
    provider.flows.forEach(({ baseUrl }, position) => {
      const { origin } = new URL(baseUrl);
      const owner = originOwners.get(origin) ?? provider.id;
      if (owner !== provider.id)
        throw new ProviderError(`flows[${position}].baseUrl`, `must not use ${origin}, which belongs to the provider ${owner}`);
      originOwners.set(origin, owner);
    });
  }
  const names = new Map(
    providers.flatMap(({ id, flows, indices = [] }) =>
      [...flows.flatMap(({ feeds }) => feeds), ...indices].map((feed) => [feed.sourceId, `${id}/${feed.id}`] as const),
    ),
  );
  return {
    providers,
    nameOf: (sourceId) => names.get(sourceId) ?? null,
    find: (id) => byId.get(id) ?? null,
    routeOf: (source) => routeOf(providers, source),
  };
}
