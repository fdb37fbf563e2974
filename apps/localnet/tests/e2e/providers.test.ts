import { operations, type ProviderDetail } from '@oracle-gateway/gateway-api';
import { PROVIDER_FIXTURES } from '@oracle-gateway/providers/fixtures';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { expectSettled, serve, startTestWorld, type TestWorld } from './test-world.js';

let test: TestWorld;
beforeAll(async () => {
  test = await startTestWorld();
});
afterAll(() => test.close());

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

describe('the catalogue', () => {
  it('every keyless feed is served at the quorum that is advised, says what its source says, verifies and settles', async () => {
    const feeds = (await served()).flatMap(({ id, aggregation, flows }) =>
      flows
        .filter(({ credential, kind }) => kind === 'api_key' && credential.mode === 'none')
        .flatMap((flow) => flow.feeds.map((feed) => ({ id, aggregation, feed }))),
    );
    expect(feeds).toHaveLength(19);
    const rounds = await Promise.all(
      feeds.map(async ({ id, aggregation, feed }) => {
        const round = await serve(test, { quorum: aggregation.minSignatures, apiConfig: feed.apiConfig });
        const expected = PROVIDER_FIXTURES.find(({ url }) => url === feed.apiConfig.url)?.value;
        const { value, configHash } = round.answer.data;
        expect([`${id} ${feed.id}`, value, configHash]).toEqual([`${id} ${feed.id}`, expected, feed.sourceId]);
        return round;
      }),
    );
    for (const round of rounds) await expectSettled(test, round);
  });

  it('a route of a provider that no feed names is asked all the same, and has nothing', async () => {
    const [coinbase] = await served();
    const apiConfig = { ...coinbase!.flows[0]!.feeds[0]!.apiConfig, url: 'https://api.coinbase.com/v2/prices/DOGE-EUR/spot' };
    await expect(serve(test, { quorum: 3, apiConfig })).rejects.toThrow('503');
  });
});
