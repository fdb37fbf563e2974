import type { Client, Round, RoundOptions, Simulation, VerifiedValue } from '@oracle-gateway/client';
import { parseApiConfig } from '@oracle-gateway/protocol';
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
function openClient(simulation: Simulation = SIMULATION) {
  const asked: RoundOptions[] = [];
  const purchaseAllowance = createPurchaseAllowance();
  const client: Pick<Client, 'simulate' | 'round' | 'verify'> = {
    simulate: () => Promise.resolve(simulation),
    async round(_source, options = {}) {
      asked.push(options);
      await purchaseAllowance.allowance.take(7n);
      await options.onIdempotencyKey?.('its-name');
      const round: Round = { ...VERIFIED, roundId: 'round', answer, settled: () => Promise.reject(new Error('not asked')) };
      return round;
    },
    verify: () => Promise.resolve(VERIFIED),
  };
  return { asked, feedClient: createFeedClient({ client, purchaseAllowance }, { source, quorum: 3 }) };
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
