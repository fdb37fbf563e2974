import { errorTable } from '@oracle-gateway/gateway-api/errors';
import { operations } from '@oracle-gateway/gateway-api';
import { createHttpClient } from '@oracle-gateway/gateway-api/testing';
import { createKeyPairSignerFromBytes, createSolanaRpc } from '@solana/kit';
import { Connection, PublicKey } from '@solana/web3.js';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { testWallet } from '../tests/test-wallet.js';
import { agent } from './accounts/agent.js';
import { delegate } from './accounts/delegate.js';
import { session } from './accounts/session.js';
import { TransportError, VerificationError } from './base/errors.js';
import { feedIdOf, type FeedReading, type FeedSettings, kitAccounts, readFeed, rpcAccounts, web3Accounts } from './feeds.js';
import { latestValues } from './public-feeds.js';
import { createSubscriber, keypairWallet, networkAt, type Offer } from './subscriber.js';
import { type FakeWorld, type FakeWorldOptions, fakeWorld } from './testing.js';
import { stampsInMemory, takeNewer } from './verify/take-newer.js';
import { verifyFromLedger, verifyValuesFromLedger } from './verify/verify-from-ledger.js';
import { payPerRequest as payByWallet } from './wallet.js';
import { payPerRequest } from './x402.js';

const BTC = { url: 'https://api.example/btc', method: 'GET', responseParser: '$.price' };
const ETH = { ...BTC, url: 'https://api.example/eth' };
const SOL = { ...BTC, url: 'https://api.example/sol' };
const VALUES = { [BTC.url]: '64628.31', [ETH.url]: '3124.505', [SOL.url]: null };
const AGREEMENT = { maxDeviationBps: 50, maxAgeMs: 30_000 };
const TOLERANT = { ...BTC, aggregation: { mode: 'tolerance', rule: 'median', ...AGREEMENT, numeric: { type: 'int256', decimals: 2 } } };
const INDEX = {
  apiConfigs: [BTC, ETH],
  combine: { rule: 'median', minSources: 2, maxDeviationBps: 10_000, maxAgeMs: 30_000, decimals: 3 },
};
const MAX = 100_000n;

/** Every library by which a program reads feeds. */
const ACCOUNT_SOURCES = {
  'web3.js': ({ ledger, fetch }: FakeWorld) => web3Accounts(new Connection(ledger.rpcUrl, { fetch }), PublicKey),
  kit: ({ ledger, fetch }: FakeWorld) => {
    vi.stubGlobal('fetch', fetch);
    return kitAccounts(createSolanaRpc(ledger.rpcUrl));
  },
  'no library': ({ ledger, fetch }: FakeWorld) => rpcAccounts({ rpcUrl: ledger.rpcUrl, fetch }),
};

function worldOf(options: FakeWorldOptions = {}) {
  return fakeWorld({ values: VALUES, ...options });
}

/** Every account that a client offers, in a world of its own. */
const ACCOUNTS = {
  owner: (world: ReturnType<typeof fakeWorld>) => world.client(),
  delegate: (world: ReturnType<typeof fakeWorld>) =>
    world.client({ account: delegate({ signer: world.signer, subscriptionOwner: testWallet().address }) }),
  session: (world: ReturnType<typeof fakeWorld>) => world.client({ account: session({ signer: world.signer }) }),
  agent: (world: ReturnType<typeof fakeWorld>) => world.client({ account: agent({ signer: world.signer, maxAmount: MAX }) }),
  payPerRequest: (world: ReturnType<typeof fakeWorld>) =>
    world.client({ account: payByWallet({ signer: testWallet(), maxAmount: MAX, fetch: world.fetch }) }),
};

// Waits of a client take no time.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  vi.setTimerTickMode('nextTimerAsync');
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe.each(Object.entries(ACCOUNTS))('a fake world, asked by %s', (_name, clientOf) => {
  it('answers values that verify, and settles them on its ledger', async () => {
    const world = worldOf();
    const client = clientOf(world);
    const round = await client.round(BTC);
    expect(round).toMatchObject({ value: '64628.31', quorum: 3, signers: [0, 1, 2], mode: 'exact' });
    expect(await round.settled()).toMatchObject({ signature: expect.stringMatching(/^\w{60,88}$/) as string });
    expect(await client.round(TOLERANT)).toMatchObject({ value: '64628.31', mode: 'tolerance' });
    world.set(ETH.url, '64628.5');
    expect(await client.round(INDEX)).toMatchObject({ value: '64628.31' });
  });

  it('answers lists whose sources fail in part', async () => {
    const client = clientOf(worldOf());
    const { values } = await client.values([BTC, SOL, ETH], { minValues: 2 });
    expect(values.map(({ value }) => value)).toEqual(['64628.31', null, '3124.505']);
    await expect(client.values([BTC, SOL, ETH])).rejects.toMatchObject({ code: 'no_quorum_value' });
  });

  it('charges a round whose answer was lost once', async () => {
    const world = worldOf({ faults: ['lost_answer'] });
    const client = clientOf(world);
    expect(await client.round(BTC)).toMatchObject({ value: '64628.31' });
    expect((await client.feedRounds((await client.round(ETH)).feedId)).rounds).toHaveLength(1);
  });

  it('asks again for what the gateway never received', async () => {
    const world = worldOf({ faults: ['lost_request', 'unreachable'] });
    expect(await clientOf(world).round(BTC)).toMatchObject({ value: '64628.31' });
  });

  it.each(['tampered', 'forged'] as const)('has an answer refused that was %s', async (fault) => {
    const error: unknown = await clientOf(worldOf({ faults: [fault] }))
      .round(BTC)
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(VerificationError);
    expect(error).toMatchObject({ reason: 'not_signed' });
  });
});

describe('a fake world', () => {
  it('changes values over time, from one round to the next', async () => {
    const world = worldOf({ values: { [BTC.url]: ['1', '2', '3'] } });
    const values: string[] = [];
    for await (const { value } of world.client().watch(BTC, { everyMs: 1 })) if (values.push(value) === 4) break;
    expect(values).toEqual(['1', '2', '3', '3']);
    world.set(BTC.url, '7');
    expect(await world.client().round(BTC)).toMatchObject({ value: '7' });
  });

  it('stamps each round later than the one before, so that takeNewer takes it', async () => {
    const world = worldOf({ clock: () => 1_763_683_200_000 });
    const stamps = stampsInMemory();
    const client = world.client();
    const newest = [1, 2, 3].map(() => client.round(BTC));
    for (const round of newest) expect(await takeNewer(await round, stamps)).toMatchObject({ value: '64628.31' });
  });

  it.each(Object.entries(errorTable))('refuses with %s as the table of errors says', async (code, { status, message }) => {
    const world = worldOf({ faults: [{ code: code as keyof typeof errorTable }] });
    const refusals: Response[] = [];
    const fetch: typeof globalThis.fetch = async (...call) => {
      const response = await world.fetch(...call);
      if (!response.ok) refusals.push(response.clone());
      return response;
    };
    // The client chooses how to go on.
    await Promise.allSettled([world.client({ fetch, retry: { attempts: 1 } }).round(BTC)]);
    expect(refusals[0]?.status).toBe(status);
    expect(await refusals[0]?.json()).toMatchObject({ code, error: message });
  });

  it('pays by the official client of x402 too', async () => {
    const world = worldOf();
    vi.stubGlobal('fetch', world.fetch);
    const signer = await createKeyPairSignerFromBytes(world.secretKey);
    const client = world.client({ account: payPerRequest({ signer, maxAmount: MAX }) });
    expect(await (await client.round(BTC)).settled()).toMatchObject({ kind: 'paid' });
    expect((await client.usage()).usage).toMatchObject([{ path: 'x402', rounds: 1, amount: 3_000n }]);
  });

  it('asks for other terms where a fault says so, and nothing is signed', async () => {
    const world = worldOf({ faults: ['other_terms'] });
    await expect(ACCOUNTS.payPerRequest(world).round(BTC)).rejects.toMatchObject({ reason: 'other_terms' });
    const poor = worldOf({ faults: ['other_terms'], escrow: 0n });
    const fund = vi.fn();
    const account = agent({ signer: poor.signer, maxAmount: MAX, fund });
    await expect(poor.client({ account }).round(BTC)).rejects.toMatchObject({ reason: 'other_terms' });
    expect(fund).not.toHaveBeenCalled();
  });

  it('has an escrow that an agent fills', async () => {
    const world = worldOf({ escrow: 0n });
    const fund = ({ amount }: { readonly amount: bigint }): Promise<void> => {
      world.payIn(world.signer.address, amount);
      return Promise.resolve();
    };
    const client = world.client({ account: agent({ signer: world.signer, maxAmount: MAX, fund }) });
    expect(await client.round(BTC)).toMatchObject({ value: '64628.31' });
    expect(await client.quota()).toMatchObject({ ataBalance: '0' });
  });

  it('is late where a fault says so, and has served the round at once', async () => {
    const world = worldOf({ faults: [{ delayMs: 60_000 }] });
    const client = world.client({ timeoutMs: 1_000 });
    expect(await client.round(BTC)).toMatchObject({ value: '64628.31' });
    expect((await client.rounds()).rounds).toHaveLength(1);
    const controller = new AbortController();
    world.fail({ delayMs: 60_000 });
    const asking = client.round(BTC, { signal: controller.signal });
    controller.abort(new Error('no more'));
    await expect(asking).rejects.toThrow('no more');
  });

  it('has a ledger that fails where a fault says so', async () => {
    const world = worldOf({ faults: [{ at: 'ledger', kind: 'unreachable' }] });
    const error: unknown = await world
      .client()
      .round(BTC)
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(TransportError);
    expect(error).toMatchObject({ peer: 'ledger', sent: 'nothing' });
    expect(await world.client().round(BTC)).toMatchObject({ value: '64628.31' });
  });

  it('seals secrets for its nodes', async () => {
    const secret = { ...BTC, headers: { authorization: '{{secret.token}}' } };
    expect(
      await worldOf()
        .client()
        .round(secret, { secrets: { token: 'hush' } }),
    ).toMatchObject({ value: '64628.31' });
  });

  it('tries sources without a round', async () => {
    const client = worldOf().client();
    expect(await client.simulate(BTC)).toMatchObject({ wouldSign: { value: '64628.31', quorum: 3 }, prices: { x402: '3000' } });
    expect(await client.simulate(SOL)).toMatchObject({ wouldSign: null, reason: { code: 'upstream_failure' } });
    const { wouldSign } = await client.simulateValues([BTC, SOL], { minValues: 1 });
    expect(wouldSign?.values).toMatchObject([{ value: '64628.31' }, { reason: { code: 'upstream_failure' } }]);
  });

  it('lists rounds and usage of an account', async () => {
    const client = worldOf().client();
    const first = await client.round(BTC);
    await client.round(ETH);
    const { rounds, next } = await client.rounds({ limit: 1 });
    expect(rounds).toMatchObject([{ state: 'settled' }]);
    expect((await client.rounds({ before: next ?? '' })).rounds).toMatchObject([{ roundId: first.roundId }]);
    expect((await client.usage()).usage).toMatchObject([{ path: 'subscription', rounds: 2, amount: 0n }]);
    expect(await client.quota()).toMatchObject({ availableRounds: '998' });
  });

  it('has public feeds whose latest values verify', async () => {
    const world = worldOf({ feeds: [{ source: BTC, name: 'example/btc' }] });
    const reader = latestValues(world, { fetch: world.fetch });
    expect(await reader.latest(world.feeds[0]!)).toMatchObject({ value: '64628.31' });
    expect(await reader.feeds()).toMatchObject([{ feed: 'example/btc', latest: { value: '64628.31' } }]);
    expect(await reader.history({ feedId: world.feeds[0]!.feedId })).toMatchObject([{ value: '64628.31', low: '64628.31' }]);
  });

  describe.each(Object.entries(ACCOUNT_SOURCES))('has feeds on its ledger, read by %s:', (_library, accountsOf) => {
    const read = (world: ReturnType<typeof fakeWorld>, changes: Partial<FeedSettings> = {}): Promise<FeedReading> => {
      const settings = {
        programId: world.ledger.programId,
        feedId: world.feeds[0]!.feedId,
        mode: 'exact',
        minSignatures: 3,
        maxAgeMs: 60_000,
      };
      return readFeed({ ...settings, ...changes } as FeedSettings, { accounts: accountsOf(world), nowMs: world.options.clock() });
    };

    it('each read has one more value, of any kind of source', async () => {
      const values = { ...VALUES, [BTC.url]: ['64628.31', '64630'] };
      const world = worldOf({ values, feeds: [{ source: BTC }, { source: TOLERANT, quorum: 4 }, { source: INDEX }] });
      expect(await read(world)).toMatchObject({ value: '64628.31', decimals: 18, form: 1, signatures: 3, registryVersion: 1n });
      expect(await read(world)).toMatchObject({ value: '64630' });
      world.set(BTC.url, '-7.25');
      const tolerant = { feedId: world.feeds[1]!.feedId, mode: 'tolerance' } as const;
      expect(await read(world, tolerant)).toMatchObject({ value: '-7.25', decimals: 2, form: 1, signatures: 4 });
      world.set(BTC.url, '3124.507');
      const index = { feedId: world.feeds[2]!.feedId, mode: 'tolerance' } as const;
      expect(await read(world, index)).toMatchObject({ value: '3124.505', decimals: 3, form: 2 });
    });

    it('rounds of ledger and gateway are one history, each later than the one before', async () => {
      const world = worldOf({ clock: () => 1_763_683_200_000, feeds: [{ source: BTC }] });
      const reader = latestValues(world, { fetch: world.fetch, clock: world.options.clock });
      const stamps = [await read(world), await reader.latest(world.feeds[0]!), await read(world)].map((one) => one?.observedAtMs ?? 0);
      expect(stamps).toEqual([0, 1, 2].map((step) => (stamps[0] ?? 0) + step));
      expect(await reader.history({ feedId: world.feeds[0]!.feedId })).toMatchObject([{ value: '64628.31' }]);
    });

    it('a test names the owner of a feed', async () => {
      const owner = testWallet().address;
      const world = worldOf({ feeds: [{ source: BTC, owner, quorum: 5 }] });
      expect(await read(world, { feedId: feedIdOf({ source: BTC, owner, quorum: 5 }) })).toMatchObject({ signatures: 5 });
    });

    it('a feed is absent, or grows old, while its source fails', async () => {
      let nowMs = 1_763_683_200_000;
      const world = worldOf({ values: { [BTC.url]: [null, '1', null] }, clock: () => nowMs, feeds: [{ source: BTC }] });
      await expect(read(world)).rejects.toMatchObject({ code: 'feed_refused', reason: 'absent' });
      expect(await read(world)).toMatchObject({ value: '1' });
      nowMs += 60_000;
      expect(await read(world)).toMatchObject({ value: '1', observedAtMs: nowMs - 60_000 });
      nowMs += 1;
      await expect(read(world)).rejects.toMatchObject({ reason: 'stale' });
    });
  });

  it('has on its ledger what its signer holds, as its gateway tells it', async () => {
    const world = worldOf({ escrow: 5n });
    const client = world.client();
    await client.round(BTC);
    world.payIn(world.signer.address, 2n);
    const { gatewayPda: gateway } = await client.info();
    const subscriber = createSubscriber({ ledger: world.ledger, gateway, address: world.signer.address, fetch: world.fetch });
    const { subscription, escrow, usualQuorum, lamports } = await subscriber.state();
    expect(subscription).toMatchObject({ roundsLeft: 999n, maxSignatures: 64, pendingGateway: null });
    expect(String(subscription?.roundsLeft)).toBe((await client.quota()).availableRounds);
    expect(escrow).toEqual({ heldAtomic: 7n, paused: false, withdrawableFromSeconds: null });
    expect([usualQuorum, lamports]).toEqual([3, 1_000_000_000n]);
    expect(await networkAt({ rpcUrl: world.ledger.rpcUrl, fetch: world.fetch })).toBe(world.ledger.network);
    expect(await subscriber.delegates()).toEqual([]);
  });

  it('offers changes of what its signer holds, and says that it has no program to make them', async () => {
    const world = worldOf();
    const { gatewayPda: gateway } = await world.client().info();
    const subscriber = createSubscriber({ ledger: world.ledger, gateway, address: world.signer.address, fetch: world.fetch });
    const funding = await subscriber.offerFunding({ amountAtomic: 1_000_000n });
    expect(funding).toMatchObject({ kind: 'offer', priceAtomic: 1_000_000n, rentLamports: 0n });
    const wallet = keypairWallet(world.secretKey);
    expect(await subscriber.accept(funding as Offer, { signer: wallet })).toMatchObject({
      kind: 'refused',
      reason: expect.stringMatching('localnet') as string,
    });
  });

  it('has answers that verify again from its ledger alone', async () => {
    const world = worldOf();
    const deps = { fetch: world.fetch };
    const owner = world.signer.address;
    const { answer } = await world.client().round(BTC);
    expect(await verifyFromLedger({ answer, expected: { source: BTC, owner, quorum: 3 }, ledger: world.ledger }, deps)).toMatchObject({
      value: '64628.31',
    });
    const list = await world.client().values([BTC, ETH]);
    const expected = { sources: [BTC, ETH], owner, quorum: 3 };
    const again = await verifyValuesFromLedger({ answer: list.answer, expected, ledger: world.ledger }, deps);
    expect(again.values).toMatchObject([{ value: '64628.31' }, { value: '3124.505' }]);
  });

  it('says which value is missing, and which is no decimal', async () => {
    await expect(fakeWorld().client().round(BTC)).rejects.toThrow(/^values: must have https:\/\/api.example\/btc/);
    expect(() => fakeWorld({ values: { [BTC.url]: '1,5' } })).toThrow(/^values\[https:\/\/api.example\/btc\]: must be a decimal as text/);
    expect(() => fakeWorld({ nodes: 65 })).toThrow(/^quorum: must be an integer from 1 to 64/);
  });

  it('tells nothing that the contract of the gateway does not have', async () => {
    const world = worldOf({ feeds: [{ source: BTC }] });
    const owner = world.signer.address;
    const { roundId, feedId } = await world.client().round(BTC);
    const payer = world.client({ account: agent({ signer: world.signer, maxAmount: MAX }) });
    await payer.round(BTC);
    const http = createHttpClient({ baseUrl: world.gateway, fetch: world.fetch, timeoutMs: 1_000 });
    const path = { feedId: world.feeds[0]!.feedId };
    const { body: body402 } = await http.call(operations.executeX402Round, {
      body: { signatures_required: 3, registry_version: 1, apiConfig: BTC },
    });
    expect(body402).toMatchObject({ code: 'payment_required' });
    const answers = [
      await http.call(operations.getInfo),
      await http.call(operations.getNodes),
      await http.call(operations.getProviders),
      await http.call(operations.getRound, { path: { roundId } }),
      await http.call(operations.getRoundEvents, { path: { roundId } }),
      await http.call(operations.getSubscriptionStatus, { path: { owner } }),
      await http.call(operations.getSubscriptionRounds, { path: { owner } }),
      await http.call(operations.getAgentStatus, { path: { payer: owner } }),
      await http.call(operations.getAgentRounds, { path: { payer: owner } }),
      await http.call(operations.getUsage, { path: { owner }, headers: { authorization: 'UsageRead' } }),
      await http.call(operations.getFeed, { path }),
      await http.call(operations.getFeeds),
      await http.call(operations.getFeedHistory, { path }),
      await http.call(operations.getFeedRounds, { path: { feedId } }),
      await http.call(operations.simulate, { body: { apiConfig: BTC } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  });
});
