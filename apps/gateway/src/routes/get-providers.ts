import type { operations } from '@oracle-gateway/gateway-api';
import { type Catalogue, feedCount } from '@oracle-gateway/providers';
import type { Endpoint } from '../http/endpoint.js';
import { type ProviderAccess, servedFlows } from './provider-access.js';

export interface ProviderRouteDeps {
  readonly catalogue: Catalogue;
  readonly access: ProviderAccess;
}

/** GET /v1/providers (interface §4.7). */
export function getProviders({ catalogue, access }: ProviderRouteDeps): Endpoint<typeof operations.getProviders> {
  const providers = catalogue.providers.map((provider) => {
    const { id, name, description } = provider;
    const flows = servedFlows(provider, access);
    return { id, name, description, flows: flows.map(({ kind }) => kind), feedCount: feedCount(flows) };
  });
  return () => Promise.resolve({ status: 200, body: { status: 'ok', data: { providers } } });
}
