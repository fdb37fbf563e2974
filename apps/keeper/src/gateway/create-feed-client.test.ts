import type { Client, Round, RoundOptions, Simulation, SourceInput, VerifiedValue } from '@oracle-gateway/client';
import { indexSubject, parseApiConfig, sourceSubject } from '@oracle-gateway/protocol';
import { expect, it } from 'vitest';
import vector from '@oracle-gateway/vectors/attested-result.json' with { type: 'json' };
import { createFeedClient } from './create-feed-client.js';
import { createPurchaseAllowance } from './purchase-allowance.js';

const source = parseApiConfig({ ...vector.apiConfig });
const answer: unknown = vector.result;
const SIMULATION: Simulation = {
  ...{ verified: false, sourceId: '0x', mode: 'exact', decimals: 18, quorum: 3, registryVersion: 3, nodes: [], prices: {} },
  wouldSign: { value: '5', valuePacked: `0x${'00'.repeat(31)}05`, quorum: 3 },
};
const VERIFIED: VerifiedValue = {
  ...{
    value: '5',
    feedId: '0x',
    sourceId: '0x',
    timestampMs: 1,
    observedAtMs: 2,
    signers: [1],
    quorum: 3,
    registryVersion: 3,
    mode: 'exact',
  },
};

/** A client that answers this dry run and the vector's round, and keeps what it was asked for. */
function openClient(simulation: Simulation = SIMULATION, subject = sourceSubject(source)) {
  const [asked, sources]: [RoundOptions[], SourceInput[]] = [[], []];
  const purchaseAllowance = createPurchaseAllowance();
  const client: Pick<Client, 'simulate' | 'round' | 'verify'> = {
    simulate: () => Promise.resolve(simulation),
    async round(named, options = {}) {
      sources.push(named);
      asked.push(options);
      await purchaseAllowance.allowance.take(7n);
      await options.onIdempotencyKey?.('its-name');
      const round: Round = { ...VERIFIED, roundId: 'round', answer, settled: () => Promise.reject(new Error('not asked')) };
      return round;
    },
    verify: () => Promise.resolve(VERIFIED),
  };
  return { asked, sources, feedClient: createFeedClient({ client, purchaseAllowance }, { subject, quorum: 3 }) };
}

const { signal } = new AbortController();

it('a check is a dry run: a packed number, or why no value would be signed', async () => {
  expect(await openClient().feedClient.dryRun(signal)).toEqual({ value: 5n });
  const reason = { code: 'no_quorum_value', detail: 'the nodes differ' };
  const none = openClient({ ...SIMULATION, wouldSign: null, reason });
  expect(await none.feedClient.dryRun(signal)).toEqual({ value: null, reason: 'no_quorum_value' });
});

it('a purchase reports its idempotency key and its amounts, and gives the signed bytes of the answer', async () => {
  const { asked, feedClient } = openClient();
  const heard: unknown[] = [];
  const input = {
    onIdempotencyKey: (key: string) => Promise.resolve(void heard.push(key)),
    take: (amount: bigint) => Promise.resolve(void heard.push(amount)),
    signal,
  };
  const bought = await feedClient.buy({ ...input, resume: null });
  await feedClient.buy({ ...input, resume: 'an-earlier-name' });
  expect(heard).toEqual([7n, 'its-name', 7n, 'its-name']);
  expect(asked.map(({ quorum, resume }) => [quorum, resume])).toEqual([
    [3, undefined],
    [3, 'an-earlier-name'],
  ]);
  expect(bought).toMatchObject({ answer, value: '5' });
  expect(bought.attestation.s).toHaveLength(32);
});

it('an answer that was kept is verified again', async () => {
  expect(await openClient().feedClient.verify(answer, signal)).toMatchObject({ answer, value: '5' });
});

it('an index is asked for by its sources and its rule, and has the sign of tolerance mode', async () => {
  const [first, second] = ['a', 'b'].map((host) =>
    parseApiConfig({ url: `https://${host}.example/`, method: 'GET', responseParser: '$.price' }),
  );
  const combine = { rule: 'median', minSources: 2, maxDeviationBps: 50, maxAgeMs: 15_000, decimals: 8 } as const;
  const wouldSign = { value: '-0.00000001', valuePacked: `0x${'ff'.repeat(32)}`, quorum: 3 };
  const { feedClient, sources } = openClient({ ...SIMULATION, wouldSign }, indexSubject([first!, second!], combine));
  expect(await feedClient.dryRun(signal)).toEqual({ value: -1n });
  await feedClient.buy({ resume: null, onIdempotencyKey: () => Promise.resolve(), take: () => Promise.resolve(), signal });
  expect(sources).toEqual([{ apiConfigs: [first, second], combine }]);
});
