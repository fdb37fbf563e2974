import { agent, ClientUsageError, delegate, owner, session, type Account, type Client, type Usage } from '@oracle-gateway/client';
import { payPerRequest } from '@oracle-gateway/client/x402';
import { formatAddress } from '@oracle-gateway/protocol';
import { createKeyPairSignerFromBytes } from '@solana/kit';
import { beforeAll, describe, expect, it } from 'vitest';

import { addressOf } from '../../src/base/keypair.js';
import { clientWorld } from './client-world.js';
import { freshSource, fundedAgent, keyOf, testClient, TRUE_VALUE, watchedSigner } from './test-client.js';
import type { TestWorld } from './test-world.js';

const QUORUM = 3;
const HELD_ATOMIC = 100_000n;

let test: TestWorld;
beforeAll(() => {
  test = clientWorld();
});

const OWNERS = 'subscriptionOwner';

function ofOwner(): Account {
  return owner({ signer: watchedSigner(keyOf(test, OWNERS)) });
}

function ofDelegate(): Account {
  return delegate({ signer: watchedSigner(keyOf(test, 'delegate')), subscriptionOwner: addressText(OWNERS) });
}

function ofSession(): Account {
  return session({ signer: watchedSigner(keyOf(test, OWNERS)) });
}

function addressText(name: 'subscriptionOwner' | 'delegate'): string {
  return formatAddress(addressOf(keyOf(test, name)));
}

async function everyRound(client: Client, limit: number): Promise<string[]> {
  const ids: string[] = [];
  let before: string | null = null;
  do {
    const page: Awaited<ReturnType<Client['rounds']>> = await client.rounds({ limit, ...(before === null ? {} : { before }) });
    ids.push(...page.rounds.map(({ roundId }) => roundId));
    before = page.next;
  } while (before !== null && ids.length < 1_000);
  return ids;
}

describe('the rounds of an account', () => {
  it.each([
    ['owner', ofOwner],
    ['delegate', ofDelegate],
    ['session', ofSession],
    ['agent', async () => agent({ signer: watchedSigner(await fundedAgent(test, HELD_ATOMIC)), maxAmount: HELD_ATOMIC })],
  ] as const)('of an %s are told newest first, with what became of them', async (_name, accountOf) => {
    const client = testClient(test, { account: await accountOf() });
    const first = await client.round(freshSource(test), { quorum: QUORUM });
    const second = await client.round(freshSource(test), { quorum: QUORUM });
    await second.settled();
    const { rounds } = await client.rounds({ limit: 100 });
    const ids = rounds.map(({ roundId }) => roundId);
    expect(ids.indexOf(second.roundId)).toBeLessThan(ids.indexOf(first.roundId));
    expect(ids).toContain(second.roundId);
    expect(rounds.find(({ roundId }) => roundId === second.roundId)).toMatchObject({ state: 'settled', feedId: second.feedId });
    expect(await everyRound(client, 3)).toEqual(expect.arrayContaining([first.roundId, second.roundId]));
  });

  it('of an owner have those of its delegate, and those of a delegate none of the owner', async () => {
    const [owners, delegates] = [testClient(test, { account: ofOwner() }), testClient(test, { account: ofDelegate() })];
    const mine = await owners.round(freshSource(test), { quorum: QUORUM });
    const its = await delegates.round(freshSource(test), { quorum: QUORUM });
    expect(await everyRound(owners, 100)).toEqual(expect.arrayContaining([mine.roundId, its.roundId]));
    const told = await everyRound(delegates, 100);
    expect(told).toContain(its.roundId);
    expect(told).not.toContain(mine.roundId);
  });
});

describe('what is left to an account', () => {
  it('of a subscription is what its rounds take from, and of a delegate its own part too', async () => {
    const client = testClient(test, { account: ofOwner() });
    const before = await client.quota();
    expect(before).toMatchObject({ owner: addressText(OWNERS), state: 'active' });
    expect(before).not.toHaveProperty('delegate');
    const round = await client.round(freshSource(test), { quorum: QUORUM });
    await round.settled();
    const left = async (): Promise<bigint> => BigInt((await client.quota())['roundsLeft'] as string);
    await expect.poll(left).toBeLessThan(BigInt(before['roundsLeft'] as string));
    const delegates = await testClient(test, { account: ofDelegate() }).quota();
    expect(delegates).toMatchObject({
      owner: addressText(OWNERS),
      delegate: { consumerAuthority: addressText('delegate'), state: 'active' },
    });
    expect(await testClient(test, { account: ofSession() }).quota()).toMatchObject({ owner: addressText(OWNERS) });
  });

  it('of an agent is what its escrow holds', async () => {
    const signer = watchedSigner(await fundedAgent(test, HELD_ATOMIC));
    const quota = await testClient(test, { account: agent({ signer, maxAmount: HELD_ATOMIC }) }).quota();
    expect(quota).toMatchObject({ payer: signer.address, ataBalance: HELD_ATOMIC.toString(), status: 'Active' });
    expect(signer.signed).toEqual([]);
  });

  it('of one who pays per request is no number, and no list', async () => {
    const signer = await createKeyPairSignerFromBytes(keyOf(test, 'x402Payer'));
    const client = testClient(test, { account: payPerRequest({ signer, maxAmount: 1n }) });
    await expect(client.quota()).rejects.toBeInstanceOf(ClientUsageError);
    await expect(client.rounds()).rejects.toBeInstanceOf(ClientUsageError);
  });
});

describe('the rounds of a feed', () => {
  it('are told to any caller, newest first, with the values that were signed', async () => {
    const client = testClient(test, { account: ofOwner() });
    const source = freshSource(test);
    const rounds = [await client.round(source, { quorum: QUORUM }), await client.round(source, { quorum: QUORUM })];
    const page = await testClient(test).feedRounds(rounds[0]!.feedId, { limit: 10 });
    expect(new Set(page.rounds.map(({ roundId }) => roundId))).toEqual(new Set(rounds.map(({ roundId }) => roundId)));
    for (const round of page.rounds) expect(round).toMatchObject({ value: TRUE_VALUE, signers: QUORUM, path: 'subscription' });
    const [newest] = (await testClient(test).feedRounds(rounds[0]!.feedId, { limit: 1 })).rounds;
    expect(newest?.roundId).toBe(page.rounds[0]?.roundId);
  });
});

describe('what an account was charged', () => {
  type Charge = Omit<Usage['usage'][number], 'day'>;

  /** Charges of this month and, where a day began meanwhile, of the month before it: by path and delegate. */
  async function chargesOf(client: Client, days: readonly string[]): Promise<ReadonlyMap<string, Charge>> {
    const months = [...new Set(days.map((day) => day.slice(0, 7)))];
    const read = (await Promise.all(months.map(async (month) => client.usage({ month })))).flatMap(({ usage }) => usage);
    const sums = new Map<string, Charge>();
    for (const { day: _day, ...row } of read) {
      const name = `${row.path} ${row.delegate ?? 'itself'}`;
      const { rounds = 0, units = 0, amount = 0n } = sums.get(name) ?? {};
      sums.set(name, { ...row, rounds: row.rounds + rounds, units: row.units + units, amount: row.amount + amount });
    }
    return sums;
  }

  function today(): string {
    return new Date().toISOString().slice(0, 10);
  }

  it('is what its rounds cost, by path and delegate, as owner, delegate, session and agent read it', async () => {
    const began = today();
    const charges = (account: Account) => chargesOf(testClient(test, { account }), [began, today()]);
    const itsName = `subscription ${addressText('delegate')}`;
    const before = await charges(ofOwner());
    const agents = agent({ signer: watchedSigner(await fundedAgent(test, HELD_ATOMIC)), maxAmount: HELD_ATOMIC });
    await testClient(test, { account: agents }).round(freshSource(test), { quorum: QUORUM });
    await testClient(test, { account: ofOwner() }).round(freshSource(test), { quorum: QUORUM });
    await testClient(test, { account: ofOwner() }).values([freshSource(test), freshSource(test)], { quorum: QUORUM });
    await testClient(test, { account: ofDelegate() }).round(freshSource(test), { quorum: QUORUM });
    const more = async (name: string): Promise<number> =>
      ((await charges(ofOwner())).get(name)?.rounds ?? 0) - (before.get(name)?.rounds ?? 0);
    // A round counts once the ledger can no longer lose it.
    const patience = { timeout: 60_000, interval: 200 };
    await expect.poll(() => more(itsName), patience).toBeGreaterThanOrEqual(1);
    await expect.poll(() => more('subscription itself'), patience).toBeGreaterThanOrEqual(2);
    const { rounds = 0, units = 0, amount } = (await charges(ofSession())).get('subscription itself') ?? {};
    expect(units).toBeGreaterThan(rounds);
    expect(amount).toBe(0n);
    expect([...(await charges(ofDelegate())).keys()]).toEqual([itsName]);

    const { prices } = await testClient(test, { account: agents }).simulate(freshSource(test), { quorum: QUORUM });
    const expected = { path: 'agent', delegate: null, rounds: 1, units: 1, amount: BigInt(prices['agent'] ?? '') };
    await expect.poll(async () => [...(await charges(agents)).values()], patience).toEqual([expected]);
  });

  it('of a payer of single requests is what it paid', async () => {
    const began = today();
    const signer = await createKeyPairSignerFromBytes(keyOf(test, 'x402Payer'));
    const client = testClient(test, { account: payPerRequest({ signer, maxAmount: HELD_ATOMIC }) });
    const before = (await chargesOf(client, [began])).get('x402 itself')?.rounds ?? 0;
    await client.round(freshSource(test), { quorum: QUORUM });
    const paid = (await chargesOf(client, [began, today()])).get('x402 itself');
    expect(paid?.rounds).toBeGreaterThan(before);
    expect(paid?.amount).toBeGreaterThan(0n);
  });
});
