import { agent, ClientUsageError, delegate, owner, session, type Account, type Client } from '@oracle-gateway/client';
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
