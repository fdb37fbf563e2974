import { ProviderError } from './provider-error.js';
import type { Provider } from './provider.js';
import { routeOf, type ProviderRoute } from './route.js';
import type { ApiConfig } from '@oracle-gateway/protocol';

/** The providers of one gateway. */
export interface Catalogue {
  /** In the order in which they were given. */
  readonly providers: readonly Provider[];
  /** Null: there is none of this id. */
  find(id: string): Provider | null;
  /** The operation that a source stands on; null: it is an ordinary source. */
  routeOf(source: Pick<ApiConfig, 'method' | 'url'>): ProviderRoute | null;
}

/**
 * Providers side by side. An id and an origin belong to one of them, so that no route, and with it no credential, is of two.
 * @throws ProviderError
 */
export function createCatalogue(providers: readonly Provider[]): Catalogue {
  const byId = new Map<string, Provider>();
  const originOwners = new Map<string, string>();
  for (const provider of providers) {
    if (byId.has(provider.id)) throw new ProviderError('id', `must not be ${provider.id}, which another provider has`);
    byId.set(provider.id, provider);
    provider.flows.forEach(({ baseUrl }, position) => {
      const { origin } = new URL(baseUrl);
      const owner = originOwners.get(origin) ?? provider.id;
      if (owner !== provider.id)
        throw new ProviderError(`flows[${position}].baseUrl`, `must not be at ${origin}, which is of the provider ${owner}`);
      originOwners.set(origin, owner);
    });
  }
  return {
    providers,
    find: (id) => byId.get(id) ?? null,
    routeOf: (source) => routeOf(providers, source),
  };
}
