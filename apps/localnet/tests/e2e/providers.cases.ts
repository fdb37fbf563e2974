import { operations, type ProviderDetail } from '@oracle-gateway/gateway-api';
import { type ApiConfig, parseApiConfig } from '@oracle-gateway/protocol';
import { sealSecrets } from '@oracle-gateway/protocol/sealed';
import { PROVIDER_FIXTURES } from '@oracle-gateway/providers/fixtures';
import { beforeAll, describe, expect, it } from 'vitest';

import { ordinaryWorld } from './ordinary-world.js';
import { TestPayer } from './test-payer.js';
import { execute, expectSettled, prepareRound, serve, type TestWorld } from './test-world.js';

let test: TestWorld;
beforeAll(() => {
  test = ordinaryWorld();
});

async function served(): Promise<readonly ProviderDetail[]> {
  const list = await test.client.call(operations.getProviders);
  if (list.status !== 200) throw new Error('expected the providers');
  const answers = await Promise.all(
    list.body.data.providers.map(({ id }) => test.client.call(operations.getProvider, { path: { providerId: id } })),
  );
  return answers.map((answer) => {
    if (answer.status !== 200) throw new Error('expected a provider that is listed');
    return answer.body.data;
  });
}

/** Rounds of two subscriptions side by side. */
const MOST_AT_ONCE = 20;

function valueOf(feed: { readonly id: string; readonly apiConfig: { readonly url: string } }): string | undefined {
  return PROVIDER_FIXTURES.find((answer) => answer.url === feed.apiConfig.url && answer.feed === feed.id)?.value;
}

describe('the catalogue', () => {
  it('every keyless feed is served at the quorum that is advised, says what its source says, verifies and settles', async () => {
    const feeds = (await served()).flatMap(({ id, aggregation, flows }) =>
      flows
        .filter(({ credential, kind }) => kind === 'api_key' && credential.mode === 'none')
        .flatMap((flow) => flow.feeds.map((feed) => ({ id, aggregation, feed }))),
    );
    expect(feeds.length).toBeGreaterThan(0);
    // One subscription has at most sixteen rounds in flight.
    const { subscriptionOwner, otherOwner } = test.world.manifest.keys;
    for (let begin = 0; begin < feeds.length; begin += MOST_AT_ONCE) {
      const rounds = await Promise.all(
        feeds.slice(begin, begin + MOST_AT_ONCE).map(async ({ id, aggregation, feed }, place) => {
          const ownerKey = Uint8Array.from(place % 2 === 0 ? subscriptionOwner : otherOwner);
          const round = await serve(test, { quorum: aggregation.minSignatures, apiConfig: feed.apiConfig, ownerKey });
          const { value, configHash } = round.answer.data;
          expect([`${id} ${feed.id}`, value, configHash]).toEqual([`${id} ${feed.id}`, valueOf(feed), feed.sourceId]);
          return round;
        }),
      );
      for (const round of rounds) await expectSettled(test, round);
    }
  });

  it('every feed with a credential is served to a caller that seals one, and to no other', async () => {
    const coingecko = (await served()).find(({ id }) => id === 'coingecko');
    const feeds = coingecko?.flows.find(({ credential }) => credential.mode === 'caller')?.feeds ?? [];
    expect(feeds).toHaveLength(4);
    const listed = await test.client.call(operations.getNodes);
    if (listed.status !== 200) throw new Error('the nodes are not listed');
    const { nodes } = listed.body.data;
    const notAfter = Math.floor(Date.now() / 1_000) + 60;
    const ask = (apiConfig: ApiConfig, key: string) => {
      const { request } = prepareRound(test, { quorum: 3, apiConfig });
      const encKeyBundle = sealSecrets({ apiConfig, nodes, secrets: { key }, notAfter });
      return test.client.call(operations.executeRound, { body: { ...request, encKeyBundle } });
    };
    const key = test.world.manifest.secrets.privateSource;
    for (const feed of feeds) {
      const answer = await ask(parseApiConfig(feed.apiConfig), key);
      expect(answer).toMatchObject({ status: 200, body: { data: { value: valueOf(feed), configHash: feed.sourceId } } });
    }
    expect(await ask(parseApiConfig(feeds[0]!.apiConfig), 'another')).toMatchObject({ status: 503, body: { code: 'upstream_failure' } });
    const without = prepareRound(test, { quorum: 3, apiConfig: feeds[0]!.apiConfig });
    expect(await execute(test, without)).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
  });

  it('every feed on paid routes is served to a caller that pays service and source, and the quote names the provider', async () => {
    const coingecko = (await served()).find(({ id }) => id === 'coingecko');
    const feeds = coingecko?.flows.find(({ kind }) => kind === 'x402')?.feeds ?? [];
    expect(feeds).toHaveLength(4);
    const payer = await TestPayer.create(test);
    for (const feed of feeds) {
      const round = payer.prepare({ quorum: 3, apiConfig: feed.apiConfig });
      const sourcePayments = await payer.payTheSource(4);
      const answer = await payer.pay({ ...round, request: { ...round.request, sourcePayments } });
      expect(answer).toMatchObject({ status: 200, body: { data: { value: valueOf(feed), configHash: feed.sourceId } } });
    }
    const round = payer.prepare({ quorum: 3, apiConfig: feeds[0]!.apiConfig });
    const quoted = await payer.ask({ ...round, request: { ...round.request, x402Source: true } });
    expect(quoted).toMatchObject({ status: 402, body: { extensions: { upstream: { provider: 'coingecko', eligibleSetSize: 4 } } } });
  });

  it('a route of a provider that no feed names is asked all the same, and has nothing', async () => {
    const [coinbase] = await served();
    const apiConfig = { ...coinbase!.flows[0]!.feeds[0]!.apiConfig, url: 'https://api.coinbase.com/v2/prices/DOGE-EUR/spot' };
    await expect(serve(test, { quorum: 3, apiConfig })).rejects.toThrow('503');
  });
});
