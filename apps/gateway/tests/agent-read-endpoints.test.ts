import { operations } from '@oracle-gateway/gateway-api';
import { formatAddress, type RoundId } from '@oracle-gateway/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AGENT_PRICE, type Payer } from './fakes/payer.js';
import { postAgent } from './fakes/post.js';
import { startWorld, type World } from './fakes/world.js';

const NOW = Math.floor(Date.now() / 1000);

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

async function statusOf(payer: Payer, query?: { signatures_required: number }) {
  const answer = await world.http.call(operations.getAgentStatus, {
    path: { payer: payer.text },
    ...(query === undefined ? {} : { query }),
  });
  return answer.body;
}

async function get(path: string): Promise<[number, Record<string, unknown>]> {
  const response = await fetch(`${world.url}${path}`);
  return [response.status, (await response.json()) as Record<string, unknown>];
}

/** Settles a record like a worker that has seen the round on the ledger. */
async function settleRecord(payer: Payer, roundId: RoundId): Promise<void> {
  await world.settleOnLedger(payer, roundId);
  const claim = await world.outbox.claim({ roundId, workerId: 'test', leaseMs: 10_000 });
  if (claim === null) throw new Error('a pending round can be claimed');
  const { slot, escrows } = world.ledger;
  const available = escrows.get(payer.text)?.tokens?.amountAtomic ?? 0n;
  const readings = [{ quotaKey: `escrow:${formatAddress(payer.tokenAccount)}`, available, slot }];
  await world.outbox.recordBroadcast(claim, { signature: '1'.repeat(64), lastValidBlockHeight: 9, wire: null });
  await world.outbox.settle(claim, { signature: '1'.repeat(64), slot, seenAtSlot: slot, readings });
}

describe('GET /v1/agent/{payer}/status', () => {
  it('of an escrow that does not exist: the payer is its authority, and it is active', async () => {
    const payer = world.payer(null);
    expect(await statusOf(payer)).toEqual({
      payer: payer.text,
      gateway: formatAddress(world.gatewayPda),
      escrow: formatAddress(payer.escrow),
      exists: false,
      authority: payer.text,
      status: 'Active',
      ataAddress: formatAddress(payer.tokenAccount),
      ataExists: false,
      ataBalance: '0',
      committedAmount: '0',
      quotedNextPrice: '7',
      unsettledRounds: 0,
    });
  });

  it('quotes the price of the quorum that is asked for', async () => {
    expect(await statusOf(world.payer(null), { signatures_required: 255 })).toMatchObject({ quotedNextPrice: '1023' });
  });

  it.each([
    'signatures_required=0',
    'signatures_required=256',
    'signatures_required=x',
    'signatures_required=1&signatures_required=1',
    'other=1',
  ])('refuses the query %s and names the parameter', async (query) => {
    const [status, body] = await get(`/v1/agent/${world.payer(null).text}/status?${query}`);
    expect([status, body['code']]).toEqual([400, 'invalid_request']);
    expect(body['error']).toMatch(new RegExp(`^validation failed: ${query.split('=')[0] ?? ''}: `));
  });

  it('of a paused escrow says so', async () => {
    expect(await statusOf(world.payer(5n, { pausedAt: 5n }))).toMatchObject({
      exists: true,
      status: 'Paused',
      ataExists: true,
      ataBalance: '5',
    });
  });

  it('tells what is committed and unsettled, from the answer to the settlement', async () => {
    const payer = world.payer(100n);
    const { headers } = await postAgent(world.url, payer.request());
    const roundId = headers.get('x-round-id') as RoundId;
    expect(await statusOf(payer)).toMatchObject({ ataBalance: '100', committedAmount: '11', unsettledRounds: 1 });
    await world.settleOnLedger(payer, roundId);
    // The ledger has charged it, whatever the outbox has heard.
    expect(await statusOf(payer)).toMatchObject({ ataBalance: '89', committedAmount: '0', unsettledRounds: 0 });
  });

  it('a settled record is committed no more', async () => {
    const payer = world.payer(100n);
    const { headers } = await postAgent(world.url, payer.request());
    await settleRecord(payer, headers.get('x-round-id') as RoundId);
    expect(await statusOf(payer)).toMatchObject({ ataBalance: '89', committedAmount: '0', unsettledRounds: 0 });
  });
});

describe('GET /v1/agent/{payer}/rounds', () => {
  async function list(payer: Payer, query: { limit?: number; before?: string } = {}) {
    const { body } = await world.http.call(operations.getAgentRounds, { path: { payer: payer.text }, query });
    if (!('data' in body)) throw new Error(`expected a page, not ${body.code}`);
    return body.data;
  }

  it('lists the rounds of a payer, newest first, with their price, time, feed and settlement', async () => {
    const payer = world.payer(100n);
    const first = await postAgent(world.url, payer.request({ canonical_timestamp: NOW - 1 }));
    await settleRecord(payer, first.headers.get('x-round-id') as RoundId);
    for (const node of world.nodes) node.fault = 'upstream';
    const failed = await postAgent(world.url, payer.request({ canonical_timestamp: NOW }));
    for (const node of world.nodes) node.fault = 'none';
    const { rounds, next } = await list(payer);
    const { feedId } = first.body['data'] as { feedId: string };
    expect(rounds).toEqual([
      {
        roundId: failed.headers.get('x-round-id'),
        state: 'failed',
        createdAt: expect.any(Number) as number,
        amount: String(AGENT_PRICE),
        reason: 'upstream_failure',
      },
      {
        roundId: first.headers.get('x-round-id'),
        state: 'settled',
        createdAt: expect.any(Number) as number,
        amount: String(AGENT_PRICE),
        timestamp: NOW - 1,
        feedId,
        settlement: { signature: '1'.repeat(64), slot: world.ledger.slot, final: false },
      },
    ]);
    expect(next).toBeNull();
  });

  it('in pages, each round once', async () => {
    const payer = world.payer(100n);
    for (const back of [0, 1, 2]) await postAgent(world.url, payer.request({ canonical_timestamp: NOW - back }));
    const first = await list(payer, { limit: 2 });
    const second = await list(payer, { limit: 2, before: first.next ?? '' });
    expect([first.rounds.length, second.rounds.length, second.next]).toEqual([2, 1, null]);
    expect([...first.rounds, ...second.rounds].map(({ timestamp }) => timestamp)).toEqual([NOW - 2, NOW - 1, NOW]);
  });

  it('lists no rounds of another payer', async () => {
    expect(await list(world.payer(null))).toEqual({ rounds: [], next: null });
  });

  it.each(['limit=0', 'limit=101', 'before=!', 'before=nothing', 'after=1'])('refuses the query %s', async (query) => {
    const [status, body] = await get(`/v1/agent/${world.payer(null).text}/rounds?${query}`);
    expect([status, body['code']]).toEqual([400, 'invalid_request']);
    expect(body['error']).toContain(`${query.split('=')[0] ?? ''}: `);
  });
});

describe('where the agent path is not enabled', () => {
  it('its three endpoints are 404 and say why, and /v1/info says so too', async () => {
    const other = await startWorld({ agent: { enabled: false } });
    const payer = other.payer(100n);
    const answers = await Promise.all([
      other.http.call(operations.executeAgentRound, { body: payer.request() }),
      other.http.call(operations.getAgentStatus, { path: { payer: payer.text } }),
      other.http.call(operations.getAgentRounds, { path: { payer: payer.text } }),
    ]);
    for (const { status, body } of answers) {
      const error = 'not found: the agent path is not enabled on this gateway';
      expect([status, body]).toEqual([404, { error, code: 'not_found', docUrl: '/docs/errors/not_found' }]);
    }
    const info = await other.http.call(operations.getInfo);
    expect(info.body).toMatchObject({ data: { paths: { subscription: true, agent: false } } });
    await other.close();
  });

  it('where it is, /v1/info says that', async () => {
    expect((await world.http.call(operations.getInfo)).body).toMatchObject({ data: { paths: { agent: true } } });
  });
});
