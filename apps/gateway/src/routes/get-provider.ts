import type { operations } from '@oracle-gateway/gateway-api';
import { GatewayError } from '../errors/gateway-error.js';
import type { Endpoint } from '../http/endpoint.js';
import { servedFlows } from './provider-access.js';
import type { ProviderRouteDeps } from './get-providers.js';

/** GET /v1/providers/{providerId} (interface §4.8). */
export function getProvider({ catalogue, access }: ProviderRouteDeps): Endpoint<typeof operations.getProvider> {
  return ({ path }) => {
    const provider = catalogue.find(path['providerId'] ?? '');
    if (provider === null) return Promise.reject(new GatewayError('provider_not_found'));
    const operations = [...provider.operations];
    const flows = servedFlows(provider, access).map((flow) => ({ ...flow, feeds: [...flow.feeds] }));
    return Promise.resolve({ status: 200, body: { status: 'ok', data: { ...provider, operations, flows } } });
  };
}
