import { operations } from '@oracle-gateway/gateway-api';
import { quotaKey } from '@oracle-gateway/outbox';
import { formatAddress, type RoundId } from '@oracle-gateway/protocol';
import { delegateAddress, subscriptionAddress } from '@oracle-gateway/protocol/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Consumer } from './fakes/consumer.js';
import { post } from './fakes/post.js';
import { PROGRAM_ID, startWorld, type World } from './fakes/world.js';

const NOW = Math.floor(Date.now() / 1_000);
const FAR_FUTURE = 4_000_000_000;

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

async function statusOf(owner: Consumer, query: { consumerAuthority?: string; signaturesRequired?: number } = {}) {
  const { body } = await world.http.call(operations.getSubscriptionStatus, { path: { owner: owner.text }, query });
  if (!('data' in body)) throw new Error(`expected a status, not ${body.code}`);
  return body.data;
}

async function list(owner: Consumer, query: { limit?: number; before?: string; consumerAuthority?: string } = {}) {
  const { body } = await world.http.call(operations.getSubscriptionRounds, { path: { owner: owner.text }, query });
  if (!('data' in body)) throw new Error(`expected a page, not ${body.code}`);
  return body.data;
}

async function get(path: string): Promise<[number, Record<string, unknown>]> {
  const response = await fetch(`${world.url}${path}`);
  return [response.status, (await response.json()) as Record<string, unknown>];
}

async function serve(consumer: Consumer, back = 0): Promise<RoundId> {
  const answer = await post(world.url, consumer.request({ timestamp: NOW - back }));
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.headers.get('x-round-id') as RoundId;
}

/** Settles a round like a worker: the settlement leaves so many rounds by the ledger of a later slot than any read of this gateway. */
async function settle(roundId: RoundId, owner: Consumer, roundsLeft: bigint): Promise<void> {
  const claim = await world.outbox.claim({ roundId, workerId: 'test', leaseMs: 10_000 });
  if (claim === null) throw new Error('a pending round can be claimed');
  const slot = world.ledger.slot + 5;
  const readings = [{ quotaKey: quotaKey('subscription', owner.address), available: roundsLeft, slot }];
  await world.outbox.settle(claim, { signature: '1'.repeat(64), slot, seenAtSlot: slot, readings });
}

async function withoutValues<T>(work: () => Promise<T>): Promise<T> {
  for (const node of world.nodes) node.fault = 'upstream';
  try {
    return await work();
  } finally {
    for (const node of world.nodes) node.fault = 'none';
  }
}

describe('GET /v1/subscription/{owner}/status', () => {
  it('of an owner tells what is left, its bounds, and what a further round costs', async () => {
    const owner = world.subscriber({ roundsLeft: 7n });
    expect(await statusOf(owner)).toEqual({
      owner: owner.text,
      gateway: formatAddress(world.gatewayPda),
      subscription: formatAddress(subscriptionAddress(PROGRAM_ID, owner.address)),
      state: 'active',
      roundsLeft: '7',
      committedRounds: '0',
      availableRounds: '7',
      unsettledRounds: 0,
      minSignatures: 2,
      maxSignatures: 13,
      expiresAt: FAR_FUTURE,
      quotedRoundPrice: '83',
    });
  });

  it('of a key without a subscription says so, and quotes the smallest quorum', async () => {
    const owner = world.subscriber();
    world.ledger.subscriptions.delete(owner.text);
    expect(await statusOf(owner)).toMatchObject({
      state: 'absent',
      roundsLeft: '0',
      availableRounds: '0',
      maxSignatures: 0,
      expiresAt: null,
      quotedRoundPrice: '17',
    });
  });

  it('quotes the price of the quorum that is asked for', async () => {
    expect(await statusOf(world.subscriber(), { signaturesRequired: 255 })).toMatchObject({ quotedRoundPrice: '1535' });
  });

  it.each([
    ['exhausted', { roundsLeft: 0n }],
    ['expired', { expiresAt: 1n }],
    ['paused', { pausedAt: 5n }],
    ['changing_gateway', { pendingGateway: PROGRAM_ID }],
    ['other_gateway', { gateway: PROGRAM_ID }],
  ] as const)('says why rounds are refused: %s', async (state, changes) => {
    const owner = world.subscriber(changes);
    expect(await statusOf(owner)).toMatchObject({ state, availableRounds: '0' });
    expect((await post(world.url, owner.request())).status).toBe(403);
  });

  it('counts what rounds hold, from the answer to the settlement', async () => {
    const owner = world.subscriber({ roundsLeft: 3n });
    const roundId = await serve(owner);
    expect(await statusOf(owner)).toMatchObject({ roundsLeft: '3', committedRounds: '1', availableRounds: '2', unsettledRounds: 1 });
    await settle(roundId, owner, 2n);
    expect(await statusOf(owner)).toMatchObject({ roundsLeft: '2', committedRounds: '0', availableRounds: '2', unsettledRounds: 0 });
  });

  it('a settlement that used the last round counts before the ledger is read again', async () => {
    const owner = world.subscriber({ roundsLeft: 1n });
    await settle(await serve(owner), owner, 0n);
    expect(await statusOf(owner)).toMatchObject({ state: 'exhausted', roundsLeft: '0', availableRounds: '0' });
  });

  it('of a delegate tells its own part, and rounds that both allow', async () => {
    const owner = world.subscriber({ roundsLeft: 4n });
    const delegate = world.delegateOf(owner, { rounds: 10n, roundsSettled: 4n, maxSignatures: 5 });
    await serve(delegate);
    const status = await statusOf(owner, { consumerAuthority: delegate.text });
    expect(status).toMatchObject({ roundsLeft: '4', committedRounds: '1', availableRounds: '3' });
    expect(status.delegate).toEqual({
      consumerAuthority: delegate.text,
      delegate: formatAddress(delegateAddress(PROGRAM_ID, subscriptionAddress(PROGRAM_ID, owner.address), delegate.address)),
      state: 'active',
      roundsAllowed: '10',
      roundsLeft: '6',
      committedRounds: '1',
      availableRounds: '3',
      unsettledRounds: 1,
      maxSignatures: 5,
      expiresAt: FAR_FUTURE,
    });
  });

  it.each([
    ['revoked', { revokedAt: 5n }],
    ['expired', { expiresAt: 1n }],
    ['exhausted', { rounds: 7n, roundsSettled: 7n }],
  ] as const)('a delegate that is %s may ask for none, whatever its owner may', async (state, changes) => {
    const owner = world.subscriber();
    const { delegate } = await statusOf(owner, { consumerAuthority: world.delegateOf(owner, changes).text });
    expect(delegate).toMatchObject({ state, availableRounds: '0' });
  });

  it('a key that the owner named as no delegate is absent, and the owner itself is no delegate', async () => {
    const [owner, other] = [world.subscriber(), world.subscriber()];
    const { delegate } = await statusOf(owner, { consumerAuthority: other.text });
    expect(delegate).toMatchObject({ state: 'absent', roundsAllowed: '0', availableRounds: '0', maxSignatures: 0, expiresAt: null });
    expect(await statusOf(owner, { consumerAuthority: owner.text })).not.toHaveProperty('delegate');
  });

  it('a delegate of a paused subscription may ask for no round', async () => {
    const owner = world.subscriber({ pausedAt: 5n });
    const { delegate } = await statusOf(owner, { consumerAuthority: world.delegateOf(owner).text });
    expect(delegate).toMatchObject({ state: 'active', availableRounds: '0' });
  });

  it.each(['signaturesRequired=0', 'signaturesRequired=256', 'consumerAuthority=l', 'other=1'])('refuses the query %s', async (query) => {
    const [status, body] = await get(`/v1/subscription/${world.subscriber().text}/status?${query}`);
    expect([status, body['code']]).toEqual([400, 'invalid_request']);
    expect(body['error']).toContain(`${query.split('=')[0] ?? ''}: `);
  });
});

describe('GET /v1/subscription/{owner}/rounds', () => {
  it('lists what an owner has asked for, newest first, with feed, quorum, requester and settlement', async () => {
    const owner = world.subscriber({ roundsLeft: 9n });
    const first = await post(world.url, owner.request({ timestamp: NOW - 1 }));
    const roundId = first.headers.get('x-round-id') as RoundId;
    await settle(roundId, owner, 8n);
    const failed = await withoutValues(() => post(world.url, owner.request({ timestamp: NOW })));
    const createdAt = expect.any(Number) as number;
    const { feedId } = first.body['data'] as { feedId: string };
    expect(await list(owner)).toEqual({
      rounds: [
        { roundId: failed.headers.get('x-round-id'), state: 'failed', createdAt, isDelegated: false, reason: 'upstream_failure' },
        {
          roundId,
          state: 'settled',
          createdAt,
          isDelegated: false,
          consumerAuthority: owner.text,
          timestamp: NOW - 1,
          signaturesRequired: 2,
          feedId,
          settlement: { signature: '1'.repeat(64), slot: world.ledger.slot + 5, final: false },
        },
      ],
      next: null,
    });
  });

  it('has the rounds of delegates, and those of one of them where it is named', async () => {
    const owner = world.subscriber();
    const [first, second] = [world.delegateOf(owner), world.delegateOf(owner)];
    const own = await serve(owner);
    const ofFirst = await serve(first, 1);
    const failed = await withoutValues(() => post(world.url, second.request()));
    const ids = async (consumerAuthority?: string) =>
      (await list(owner, consumerAuthority === undefined ? {} : { consumerAuthority })).rounds.map(({ roundId }) => roundId);
    const ofSecond = failed.headers.get('x-round-id');
    expect(await ids()).toEqual([ofSecond, ofFirst, own]);
    expect(await ids(owner.text)).toEqual([own]);
    expect(await ids(first.text)).toEqual([ofFirst]);
    // Nothing was signed: what it holds names who asked.
    expect(await ids(second.text)).toEqual([ofSecond]);
    const { rounds } = await list(owner);
    expect(rounds.map(({ isDelegated, consumerAuthority }) => [isDelegated, consumerAuthority])).toEqual([
      [true, undefined],
      [true, first.text],
      [false, owner.text],
    ]);
    // The delegate's own key has no list: its rounds are the owner's.
    expect(await list(first)).toEqual({ rounds: [], next: null });
  });

  it('in pages, each round once', async () => {
    const owner = world.subscriber();
    for (const back of [0, 1, 2]) await serve(owner, back);
    const first = await list(owner, { limit: 2 });
    const second = await list(owner, { limit: 2, before: first.next ?? '' });
    expect([first.rounds.length, second.rounds.length, second.next]).toEqual([2, 1, null]);
    expect([...first.rounds, ...second.rounds].map(({ timestamp }) => timestamp)).toEqual([NOW - 2, NOW - 1, NOW]);
  });

  it('a request that is refused is not listed, and a stranger cannot write into the list of another', async () => {
    const [owner, stranger] = [world.subscriber(), world.subscriber()];
    const refused = await post(world.url, { ...stranger.request(), subscriptionOwner: owner.text });
    expect(refused.status).toBe(403);
    expect(await list(owner)).toEqual({ rounds: [], next: null });
  });

  it.each(['limit=0', 'limit=101', 'before=!', 'before=nothing', 'consumerAuthority=l', 'after=1'])(
    'refuses the query %s',
    async (query) => {
      const [status, body] = await get(`/v1/subscription/${world.subscriber().text}/rounds?${query}`);
      expect([status, body['code']]).toEqual([400, 'invalid_request']);
      expect(body['error']).toContain(`${query.split('=')[0] ?? ''}: `);
    },
  );
});
