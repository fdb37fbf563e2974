import { operations } from '@oracle-gateway/gateway-api';
import { BUILT_IN_PROVIDERS, builtInProvider, feedCount } from '@oracle-gateway/providers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorld, type World } from './fakes/world.js';

const described = BUILT_IN_PROVIDERS.flatMap((id) => builtInProvider(id) ?? []);

let world: World;
beforeAll(async () => {
  world = await startWorld({ providers: described });
});
afterAll(() => world.close());

describe('GET /v1/providers', () => {
  it('lists the providers that are enabled, in their order, with the flows that are served and the feeds of these', async () => {
    const { body } = await world.http.call(operations.getProviders);
    if (!('data' in body)) throw new Error('expected the providers');
    expect(body.data.providers.map(({ id, flows, feedCount: count }) => [id, flows, count])).toEqual(
      described.map(({ id, flows, indices }) => {
        const served = flows.filter(({ kind }) => kind === 'api_key');
        return [id, served.map(({ kind }) => kind), feedCount(served, indices)];
      }),
    );
  });

  it('is empty where no provider is enabled', async () => {
    const other = await startWorld({ nodeCount: 2 });
    try {
      const { body } = await other.http.call(operations.getProviders);
      expect(body).toEqual({ status: 'ok', data: { providers: [] } });
    } finally {
      await other.close();
    }
  });
});

describe('GET /v1/providers/{providerId}', () => {
  it.each(['frankfurter', 'index'])('shows what the file of %s says', async (providerId) => {
    const { body } = await world.http.call(operations.getProvider, { path: { providerId } });
    expect(body).toEqual({ status: 'ok', data: builtInProvider(providerId) });
  });

  it('leaves out a flow that no round can be asked on here', async () => {
    const { body } = await world.http.call(operations.getProvider, { path: { providerId: 'coingecko' } });
    if (!('data' in body)) throw new Error('expected the provider');
    expect(body.data.flows.map(({ kind, credential }) => [kind, credential])).toEqual([
      ['api_key', { mode: 'caller', header: 'x-cg-pro-api-key' }],
    ]);
  });

  it.each(['nobody', 'Coinbase', '__proto__', 'a'.repeat(2_000)])('does not know %s', async (providerId) => {
    const answer = await world.http.call(operations.getProvider, { path: { providerId } });
    const docUrl = '/docs/errors/provider_not_found';
    expect([answer.status, answer.body]).toEqual([404, { error: 'provider not found', code: 'provider_not_found', docUrl }]);
  });
});
