import { operations } from '@oracle-gateway/gateway-api';
import { isRoundId, outboxPrefix } from '@oracle-gateway/outbox';
import { sampleAddress } from '@oracle-gateway/outbox/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Consumer } from './fakes/consumer.js';
import { post, postAgent } from './fakes/post.js';
import { startWorld, type World } from './fakes/world.js';

const DAY_MS = 86_400_000;
const ORIGIN = 'https://gateway.example';

let world: World;
beforeAll(async () => {
  world = await startWorld({ sessions: { enabled: true }, server: { publicOrigin: ORIGIN } });
});
afterAll(() => world.close());

/** The ledger keeps the settlement of an answered round. */
async function finalize(answer: Awaited<ReturnType<typeof post>>): Promise<void> {
  const roundId = answer.headers.get('x-round-id') ?? '';
  if (!isRoundId(roundId)) throw new Error(JSON.stringify(answer.body));
  const claim = await world.outbox.claim({ roundId, workerId: 'test', leaseMs: 10_000, early: true });
  if (claim === null) throw new Error('a pending round can be claimed');
  const { slot } = world.ledger;
  await world.outbox.settle(claim, { signature: '1'.repeat(64), slot, seenAtSlot: slot, readings: [] });
  expect(await world.outbox.finalize({ roundId, seenAtSlot: slot })).toBe(true);
}

async function usageOf(owner: Pick<Consumer, 'text'>, authorization?: string, month?: string) {
  return world.http.call(operations.getUsage, {
    path: { owner: owner.text },
    query: month === undefined ? {} : { month },
    ...(authorization === undefined ? {} : { headers: { Authorization: authorization } }),
  });
}

function own(owner: Consumer): string {
  return owner.usageAuthorization(world.gatewayPda);
}

describe('GET /v1/usage/{owner}', () => {
  it('has what an owner and two delegates were charged on each day, and nothing of another month', async () => {
    const owner = world.subscriber();
    const [first, second] = [world.delegateOf(owner), world.delegateOf(owner)];
    const nowSeconds = Math.floor(Date.now() / 1_000);
    for (const [asking, ageSeconds] of [
      [owner, 0],
      [first, 0],
      [first, 1],
      [second, 0],
    ] as const) {
      const request = asking.request({ timestamp: nowSeconds - ageSeconds });
      await finalize(await post(world.url, { ...request, subscriptionOwner: owner.text }));
    }
    const key = `${outboxPrefix(world.gatewayPda)}:usage:${owner.text}`;
    const written = await world.redis.hgetall(key);
    const today = Number(written['day']);
    // The server's clock cannot be set: the day before is written as a script writes it.
    await world.redis.hset(key, { [`${today - 1} subscription ${first.text}`]: 5, [`${today - 40} subscription -`]: 9 });
    const [day, before] = [today, today - 1].map((days) => new Date(days * DAY_MS).toISOString().slice(0, 10));

    const months = [...new Set([day, before].map((text = '') => text.slice(0, 7)))];
    const rows = (await Promise.all(months.map(async (month) => (await usageOf(owner, own(owner), month)).body))).flatMap((body) =>
      'data' in body ? body.data.usage : [],
    );
    const common = { path: 'subscription', amount: '0' };
    const expected = [
      { ...common, day: before, delegate: first.text, rounds: 5, units: 5 },
      { ...common, day, delegate: null, rounds: 1, units: 1 },
      { ...common, day, delegate: first.text, rounds: 2, units: 2 },
      { ...common, day, delegate: second.text, rounds: 1, units: 1 },
    ];
    expect(rows).toHaveLength(expected.length);
    expect(rows).toEqual(expect.arrayContaining(expected));
  });

  it('has the price that an escrow paid, by the same form', async () => {
    const payer = world.payer(1_000n);
    await finalize(await postAgent(world.url, payer.request()));
    const usage = await world.outbox.usage(payer.address);
    expect(usage).toMatchObject([{ path: 'agent', delegate: null, rounds: 1n, units: 1n, amount: BigInt(payer.request().amount) }]);
  });

  it('shows a delegate its own part, and the session of another key nothing', async () => {
    const [owner, foreign] = [world.subscriber(), world.subscriber()];
    const delegate = world.delegateOf(owner);
    for (const asking of [owner, delegate]) await finalize(await post(world.url, { ...asking.request(), subscriptionOwner: owner.text }));
    const terms = { domain: 'gateway.example', uri: `${ORIGIN}/v1/session`, chainId: world.config.network };
    const sessionOf = async (header: string): Promise<string> => {
      const opened = await world.http.call(operations.createSession, { body: {}, headers: { 'SIGN-IN-WITH-X': header } });
      return `Bearer ${'data' in opened.body ? opened.body.data.token : ''}`;
    };
    const rowsBy = async (authorization: string): Promise<unknown> => (await usageOf(owner, authorization)).body;
    const row = { path: 'subscription', rounds: 1, units: 1, amount: '0' };
    const [ofDelegate, ofOwner] = [await sessionOf(delegate.signIn({ ...terms, owner: owner.text })), await sessionOf(owner.signIn(terms))];
    for (const shown of [ofDelegate, own(delegate)])
      expect(await rowsBy(shown)).toMatchObject({ data: { usage: [{ ...row, delegate: delegate.text }] } });
    expect(await rowsBy(own(foreign))).toMatchObject({ data: { usage: [] } });
    expect(await rowsBy(ofOwner)).toMatchObject({ data: { usage: [{ delegate: null }, { delegate: delegate.text }] } });
    expect(await rowsBy(await sessionOf(foreign.signIn(terms)))).toMatchObject({
      code: 'usage_private',
      error: expect.stringContaining('the session is of another key') as string,
    });
  });

  it('shows nothing to another key, however it signs', async () => {
    const [owner, foreign] = [world.subscriber(), world.subscriber()];
    const late = owner.usageAuthorization(world.gatewayPda, Math.floor(Date.now() / 1_000) - 70);
    for (const [authorization, detail] of [
      [undefined, 'send Authorization'],
      [own(foreign).replace(foreign.text, 'z'.repeat(44)), 'Authorization must be UsageRead'],
      [own(foreign).replace(foreign.text, owner.text), 'the signature does not verify'],
      [late, 'the time must be within 60 s'],
      [owner.usageAuthorization(sampleAddress()), 'the signature does not verify'],
      [owner.readAuthorization('1'.repeat(32)), 'Authorization must be UsageRead'],
    ] as const) {
      const answer = await usageOf(owner, authorization);
      expect(answer).toMatchObject({ status: 401, body: { code: 'usage_private', error: expect.stringContaining(detail) as string } });
      expect(answer.headers.get('www-authenticate')).toContain('UsageRead');
    }
    expect((await usageOf(owner, own(owner))).body).toMatchObject({ data: { usage: [] } });
  });
});
