import type { Round, RoundOptions, Simulation, SourceInput, VerifiedValue } from '@oracle-gateway/client';
import { fromHex, parseApiConfig } from '@oracle-gateway/protocol';
import { indexSubject, listSubject, sourceSubject } from '@oracle-gateway/protocol/internal';
import { expect, it } from 'vitest';
import vector from '@oracle-gateway/vectors/attested-result.json' with { type: 'json' };
import { createFeedClient, type PayingClient } from './create-feed-client.js';
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

const WORD = `0x${'00'.repeat(32)}`;

/** A client that is asked for nothing. */
function openClientParts() {
  const refuse = () => Promise.reject(new Error('not asked'));
  const client: PayingClient['client'] = {
    ...{ simulate: refuse, simulateValues: refuse, round: refuse, values: refuse, verify: refuse, verifyValues: refuse },
  };
  return { client, purchaseAllowance: createPurchaseAllowance() };
}

/** A client that answers this dry run and the vector's round, and keeps what it was asked for. */
function openClient(simulation: Simulation = SIMULATION, subject = sourceSubject(source)) {
  const [asked, sources]: [RoundOptions[], SourceInput[]] = [[], []];
  const { client: unused, purchaseAllowance } = openClientParts();
  const client: PayingClient['client'] = {
    ...unused,
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
  const clientFor = () => Promise.resolve({ client, purchaseAllowance });
  return { asked, sources, subject, feedClient: createFeedClient({ clientFor }, { quorum: 3 }) };
}

const { signal } = new AbortController();

it('a check is a dry run: a packed number, or why no value would be signed', async () => {
  const { feedClient, subject } = openClient();
  expect(await feedClient.dryRun(subject, signal)).toEqual([{ value: 5n }]);
  const reason = { code: 'no_quorum_value', detail: 'the nodes differ' };
  const none = openClient({ ...SIMULATION, wouldSign: null, reason });
  expect(await none.feedClient.dryRun(subject, signal)).toEqual([{ value: null, reason: 'no_quorum_value' }]);
});

it('a purchase reports its idempotency key and its amounts, and gives the signed bytes of the answer', async () => {
  const { asked, subject, feedClient } = openClient();
  const heard: unknown[] = [];
  const input = {
    onIdempotencyKey: (key: string) => Promise.resolve(void heard.push(key)),
    take: (amount: bigint) => Promise.resolve(void heard.push(amount)),
    signal,
  };
  const bought = await feedClient.buy(subject, { ...input, resume: null });
  await feedClient.buy(subject, { ...input, resume: 'an-earlier-name' });
  expect(heard).toEqual([7n, 'its-name', 7n, 'its-name']);
  expect(asked.map(({ quorum, resume }) => [quorum, resume])).toEqual([
    [3, undefined],
    [3, 'an-earlier-name'],
  ]);
  expect(bought).toMatchObject({ answer, values: [{ value: vector.result.data.value, packed: fromHex(vector.result.data.valuePacked) }] });
  expect(bought.attestation.s).toHaveLength(32);
});

it('an answer that was kept is verified again', async () => {
  const { feedClient, subject } = openClient();
  expect(await feedClient.verify(subject, answer, signal)).toMatchObject({ answer, values: [{ value: vector.result.data.value }] });
});

it('an index is asked for by its sources and its rule, and has the sign of tolerance mode', async () => {
  const [first, second] = ['a', 'b'].map((host) =>
    parseApiConfig({ url: `https://${host}.example/`, method: 'GET', responseParser: '$.price' }),
  );
  const combine = { rule: 'median', minSources: 2, maxDeviationBps: 50, maxAgeMs: 15_000, decimals: 8 } as const;
  const wouldSign = { value: '-0.00000001', valuePacked: `0x${'ff'.repeat(32)}`, quorum: 3 };
  const { feedClient, sources, subject } = openClient({ ...SIMULATION, wouldSign }, indexSubject([first!, second!], combine));
  expect(await feedClient.dryRun(subject, signal)).toEqual([{ value: -1n }]);
  await feedClient.buy(subject, { resume: null, onIdempotencyKey: () => Promise.resolve(), take: () => Promise.resolve(), signal });
  expect(sources).toEqual([{ apiConfigs: [first, second], combine }]);
});

it('a list is asked for by its sources, with one value at least, by a client for as many feeds', async () => {
  const configs = ['a', 'b'].map((host) => parseApiConfig({ url: `https://${host}.example/`, method: 'GET', responseParser: '$.price' }));
  const subject = listSubject(configs, 1);
  const reason = { code: 'upstream_failure', detail: 'the source failed' };
  const present = { value: '5', valuePacked: `0x${'00'.repeat(31)}05` };
  const values: readonly (typeof present | { readonly reason: typeof reason })[] = [present, { reason }];
  const listed = {
    ...vector.result,
    data: { ...vector.result.data, values: values.map((one) => ({ sourceId: WORD, feedId: WORD, ...one })) },
  };
  const [opened, asked]: [number[], unknown[]] = [[], []];
  const { client: unused, purchaseAllowance } = openClientParts();
  const client: PayingClient['client'] = {
    ...unused,
    simulateValues: (...input) => {
      asked.push(input);
      return Promise.resolve({ ...SIMULATION, sources: [], nodes: [], wouldSign: { values, quorum: 3 } });
    },
    async values(...input) {
      asked.push(input);
      await purchaseAllowance.allowance.take(14n);
      return { ...VERIFIED, values: [], roundId: 'round', answer: listed, settled: () => Promise.reject(new Error('not asked')) };
    },
    verifyValues: (...input) => {
      asked.push(input);
      return Promise.resolve({ ...VERIFIED, values: [] });
    },
  };
  const clientFor = (feeds: number) => {
    opened.push(feeds);
    return Promise.resolve({ client, purchaseAllowance });
  };
  const feedClient = createFeedClient({ clientFor }, { quorum: 3 });
  const taken: bigint[] = [];
  const input = {
    resume: 'name',
    onIdempotencyKey: () => Promise.resolve(),
    take: (amount: bigint) => Promise.resolve(void taken.push(amount)),
    signal,
  };
  expect(await feedClient.dryRun(subject, signal)).toEqual([{ value: 5n }, { value: null, reason: reason.code }]);
  const bought = await feedClient.buy(subject, input);
  expect(bought.values).toEqual([
    { value: '5', packed: fromHex(present.valuePacked) },
    { value: null, reason: reason.code },
  ]);
  expect((await feedClient.verify(subject, listed, signal)).values).toEqual(bought.values);
  expect([opened, taken]).toEqual([[1, 2, 1], [14n]]);
  expect(asked).toMatchObject([
    [configs, { minValues: 1, quorum: 3 }],
    [configs, { minValues: 1, quorum: 3, resume: 'name' }],
    [listed, { sources: configs, minValues: 1, quorum: 3 }, {}],
  ]);
});
