import { deriveFeedId, deriveSourceId, parseApiConfig, roundAddress, roundIdOf, toHex, unixSeconds } from '@oracle-gateway/protocol';
import { delegateAddress, subscriptionAddress } from '@oracle-gateway/protocol/accounts';
import { quotaKey } from '@oracle-gateway/outbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PRICE_SOURCE } from './fakes/consumer.js';
import { post } from './fakes/post.js';
import { PROGRAM_ID, startWorld, type World } from './fakes/world.js';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

describe('a delegate of the subscription', () => {
  it('is served under its own key: feed, round and settlement are its, the subscription is the owner’s', async () => {
    const owner = world.subscriber();
    const delegate = world.delegateOf(owner);
    const request = delegate.request();
    const answer = await post(world.url, request);
    expect(answer.status).toBe(200);
    const sourceId = deriveSourceId(parseApiConfig(PRICE_SOURCE));
    const round = { sourceId, signaturesRequired: 2, timestampSeconds: unixSeconds(request.timestamp) };
    const receipt = roundAddress({ programId: PROGRAM_ID, feedOwner: delegate.address, ...round });
    expect(answer.headers.get('x-round-id')).toBe(roundIdOf(receipt));
    expect(answer.body['data']).toMatchObject({ feedId: toHex(deriveFeedId({ owner: delegate.address, ...round })) });
    const record = await world.outbox.read(roundIdOf(receipt));
    expect(record?.payload).toMatchObject({ charge: { subscriptionOwner: owner.address, feedOwner: delegate.address } });
    expect(record?.holds.map(({ quotaKey: key, units, until, basis }) => [key, units, until, basis])).toEqual([
      [quotaKey('subscription', owner.address), 1, 'settled', 'ledger'],
      [
        quotaKey('delegate', delegateAddress(PROGRAM_ID, subscriptionAddress(PROGRAM_ID, owner.address), delegate.address)),
        1,
        'settled',
        'ledger',
      ],
      [quotaKey('fee-balance', world.gatewayPda), 1_472_680, 'settled', 'ledger'],
    ]);
  });

  it.each([
    ['revoked', { revokedAt: 5n }, 'delegate_revoked'],
    ['expired', { expiresAt: 1n }, 'delegate_expired'],
    ['out of rounds', { rounds: 7n, roundsSettled: 7n }, 'delegate_exhausted'],
    ['bound to smaller quorums', { maxSignatures: 1 }, 'quorum_above_delegate'],
  ] as const)('is 403 where it is %s', async (_state, changes, code) => {
    const answer = await post(world.url, world.delegateOf(world.subscriber(), changes).request());
    expect([answer.status, answer.body['code']]).toEqual([403, code]);
    expect(answer.headers.get('x-round-id')).toBeNull();
  });

  it.each([
    ['paused', { pausedAt: 5n }, 'subscription_paused'],
    ['expired', { expiresAt: 1n }, 'subscription_expired'],
    ['for smaller quorums', { maxSignatures: 1 }, 'quorum_above_subscription'],
    ['exhausted', { roundsLeft: 0n }, 'subscription_exhausted'],
  ] as const)('has no more than its subscription: one that is %s is 403', async (_state, changes, code) => {
    const answer = await post(world.url, world.delegateOf(world.subscriber(changes)).request());
    expect([answer.status, answer.body['code']]).toEqual([403, code]);
  });

  it('of another subscription is 403, and so is a key without a delegation', async () => {
    const [owner, other] = [world.subscriber(), world.subscriber()];
    const delegate = world.delegateOf(other);
    for (const stranger of [delegate, world.subscriber()]) {
      const answer = await post(world.url, { ...stranger.request(), subscriptionOwner: owner.text });
      expect([answer.status, answer.body['code']]).toEqual([403, 'consumer_not_authorised']);
    }
    expect((await post(world.url, delegate.request())).status).toBe(200);
  });

  it('signs with its own key: its owner’s signature is 401', async () => {
    const owner = world.subscriber();
    const request = { ...world.delegateOf(owner).request(), authSig: owner.request().authSig };
    const answer = await post(world.url, request);
    expect([answer.status, answer.body['code']]).toEqual([401, 'auth_sig_invalid']);
  });

  it('uses up its own rounds: the last one goes to one of two requests, and its owner is still served', async () => {
    const owner = world.subscriber();
    const delegate = world.delegateOf(owner, { rounds: 8n, roundsSettled: 7n });
    const timestamp = Math.floor(Date.now() / 1000);
    const answers = await Promise.all([0, 1].map((back) => post(world.url, delegate.request({ timestamp: timestamp - back }))));
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 403]);
    expect(answers.find(({ status }) => status === 403)?.body['code']).toBe('delegate_quota_committed');
    expect((await post(world.url, owner.request())).status).toBe(200);
  });

  it('uses up its subscription’s rounds too: when the last is committed, delegate and owner are refused', async () => {
    const owner = world.subscriber({ roundsLeft: 1n });
    const [first, second] = [world.delegateOf(owner), world.delegateOf(owner)];
    expect((await post(world.url, first.request())).status).toBe(200);
    for (const consumer of [second, owner]) {
      const answer = await post(world.url, consumer.request());
      expect([answer.status, answer.body['code']]).toEqual([403, 'quota_committed']);
    }
  });

  it('and its owner ask for the same source in the same second: two rounds', async () => {
    const owner = world.subscriber();
    const timestamp = Math.floor(Date.now() / 1000);
    const consumers = [owner, world.delegateOf(owner)];
    const answers = await Promise.all(consumers.map((consumer) => post(world.url, consumer.request({ timestamp }))));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(new Set(answers.map(({ headers }) => headers.get('x-round-id'))).size).toBe(2);
  });

  it('is refused when a round of it is replayed: 409, under whichever subscription it is named', async () => {
    const [owner, other] = [world.subscriber(), world.subscriber()];
    const delegate = world.delegateOf(owner);
    const account = world.ledger.delegates.get(`${owner.text}/${delegate.text}`);
    if (account === undefined) throw new Error('no such delegate');
    world.ledger.delegates.set(`${other.text}/${delegate.text}`, account);
    const request = delegate.request();
    const first = await post(world.url, request);
    const second = await post(world.url, { ...request, subscriptionOwner: other.text });
    expect([first.status, second.status, second.body['code']]).toEqual([200, 409, 'duplicate_round']);
  });
});
