import type { operations } from '@oracle-gateway/gateway-api';
import { type Catalogue, feedCount } from '@oracle-gateway/providers';
import { GatewayError } from '../errors/gateway-error.js';
import type { Endpoint } from '../http/endpoint.js';
import { type ProviderAccess, servedFlows } from './provider-access.js';

export interface ProviderRouteDeps {
  readonly catalogue: Catalogue;
  readonly access: ProviderAccess;
}

/** GET /v1/providers (docs/api.md#get-v1providers). */
export function getProviders({ catalogue, access }: ProviderRouteDeps): Endpoint<typeof operations.getProviders> {
  const providers = catalogue.providers.map((provider) => {
    const { id, name, description, indices } = provider;
    const flows = servedFlows(provider, access);
    return { id, name, description, flows: flows.map(({ kind }) => kind), feedCount: feedCount(flows, indices) };
  });
  return () => Promise.resolve({ status: 200, body: { status: 'ok', data: { providers } } });
}

/** GET /v1/providers/{providerId} (docs/api.md#get-v1providersproviderid). */
export function getProvider({ catalogue, access }: ProviderRouteDeps): Endpoint<typeof operations.getProvider> {
  return ({ path }) => {
    const provider = catalogue.find(path['providerId'] ?? '');
    if (provider === null) return Promise.reject(new GatewayError('provider_not_found'));
    const { sources, indices, ...described } = provider;
    const ofIndices = {
      ...(sources === undefined ? {} : { sources: [...sources] }),
      ...(indices === undefined
        ? {}
        : { indices: indices.map((index) => ({ ...index, names: [...index.names], apiConfigs: [...index.apiConfigs] })) }),
    };
    const operations = [...provider.operations];
    const flows = servedFlows(provider, access).map((flow) => ({
      ...flow,
      feeds: flow.feeds.map((feed) => ({ ...feed, names: [...feed.names] })),
    }));
    return Promise.resolve({
      status: 200,
      body: { status: 'ok', data: { ...described, operations, flows, ...ofIndices } },
    });
  };
}
