import { readServerSentEvents } from '@oracle-gateway/gateway-api/events';
import type { RoundEvent } from '@oracle-gateway/gateway-api';
import { parseRoundEvent } from '@oracle-gateway/gateway-api/testing';
import { sampleRoundId } from '@oracle-gateway/outbox/testing';
import { parseApiConfig, type RoundId } from '@oracle-gateway/protocol';
import { sealSecrets } from '@oracle-gateway/protocol/sealed';
import { operations } from '@oracle-gateway/gateway-api';
import { afterEach, describe, expect, it } from 'vitest';
import { post } from './fakes/post.js';
import { startWorld, type World, type WorldOptions } from './fakes/world.js';

let world: World;
afterEach(() => world.close());
async function open(options: WorldOptions = {}): Promise<void> {
  world = await startWorld(options);
}

/** The events of a round as they arrive. */
async function stream(roundId: string, headers: Record<string, string> = {}) {
  const leaving = new AbortController();
  const response = await fetch(`${world.url}/v1/rounds/${roundId}/events`, { headers, signal: leaving.signal });
  const events = response.body === null ? null : readServerSentEvents(response.body);
  const next = async (): Promise<{ id: string; round: RoundEvent } | null> => {
    const event = await events?.next();
    if (event === undefined || event.done === true) return null;
    return { id: event.value.id, round: parseRoundEvent(JSON.parse(event.value.data)) };
  };
  return { response, next, leave: () => leaving.abort() };
}

async function reserved(): Promise<{ roundId: RoundId; token: string }> {
  const roundId = sampleRoundId();
  const outcome = await world.outbox.reserve({ path: 'subscription', roundId, holds: [], deadlineMs: 60_000, maxInFlight: 1_000 });
  if (outcome.outcome !== 'reserved') throw new Error('not reserved');
  return { roundId, token: outcome.token };
}

async function servedRound(): Promise<RoundId> {
  const { headers } = await post(world.url, world.subscriber().request());
  return headers.get('x-round-id') as RoundId;
}

async function settle(roundId: RoundId, seenAtSlot: number): Promise<void> {
  const claim = await world.outbox.claim({ roundId, workerId: 'test', leaseMs: 10_000 });
  if (claim === null) throw new Error('a pending round can be claimed');
  await world.outbox.settle(claim, { signature: '1'.repeat(64), slot: seenAtSlot, seenAtSlot, readings: [] });
}

describe('GET /v1/rounds/{roundId}/events', () => {
  it('tells a round as it stands, then each change, and ends once its settlement is final', async () => {
    await open();
    const roundId = await servedRound();
    const { response, next } = await stream(roundId);
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect([response.headers.get('cache-control'), response.headers.get('x-accel-buffering')]).toEqual(['no-store, no-transform', 'no']);
    expect(await next()).toMatchObject({ id: '3', round: { roundId, state: 'pending', result: { status: 'completed' } } });
    await settle(roundId, 10);
    expect(await next()).toMatchObject({ id: '4', round: { state: 'settled', settlement: { final: false } } });
    await world.outbox.rollBack({ roundId, seenAtSlot: 10, reason: 'rolled_back' });
    expect(await next()).toMatchObject({ id: '19', round: { state: 'pending', reason: 'rolled_back' } });
    await settle(roundId, 20);
    expect(await next()).toMatchObject({ id: '20', round: { state: 'settled' } });
    await world.outbox.finalize({ roundId, seenAtSlot: 20 });
    expect(await next()).toMatchObject({ id: '21', round: { state: 'settled', settlement: { final: true } } });
    expect(await next()).toBeNull();
  });

  it('goes on after the last event that was read, and says when nothing follows', async () => {
    await open();
    const { roundId, token } = await reserved();
    const first = await stream(roundId);
    expect(await first.next()).toMatchObject({ id: '0', round: { state: 'reserved' } });
    first.leave();
    const second = await stream(roundId, { 'last-event-id': '0' });
    await world.outbox.fail({ roundId, token, reason: 'upstream_failure' });
    expect(await second.next()).toMatchObject({ id: '7', round: { state: 'failed', reason: 'upstream_failure' } });
    expect(await second.next()).toBeNull();
    expect((await stream(roundId, { 'last-event-id': '7' })).response.status).toBe(204);
    expect((await stream(roundId, { 'last-event-id': 'x' })).response.status).toBe(400);
  });

  it('a private round is refused with a credential of another, and shows no result without one', async () => {
    await open();
    const apiConfig = parseApiConfig({
      url: 'https://api.example.com/price',
      method: 'GET',
      responseParser: '$.data.amount',
      headers: { Authorization: 'Bearer {{secret.key}}' },
    });
    const listed = await world.http.call(operations.getNodes);
    if (listed.status !== 200) throw new Error('the nodes are not listed');
    const notAfter = Math.floor(Date.now() / 1_000) + 60;
    const encKeyBundle = sealSecrets({ apiConfig, nodes: listed.body.data.nodes, secrets: { key: 'c0ffee' }, notAfter });
    const answer = await post(world.url, { ...world.subscriber().request({ apiConfig }), encKeyBundle });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    const roundId = answer.headers.get('x-round-id') ?? '';
    const other = await stream(roundId, { authorization: `RoundRead ${'1'.repeat(32)}.1.${'2'.repeat(64)}` });
    expect(other.response.status).toBe(401);
    const stranger = await stream(roundId);
    const told = await stranger.next();
    expect(told?.round).toMatchObject({ state: 'pending', private: true });
    expect(told?.round).not.toHaveProperty('result');
    stranger.leave();
  });

  it('takes a place that it gives back, and an address has a share of the places', async () => {
    await open({ server: { maxEventStreams: 9 } });
    const { roundId } = await reserved();
    const streams = await Promise.all(Array.from({ length: 9 }, () => stream(roundId)));
    const statuses = streams.map(({ response }) => response.status).sort();
    expect(statuses).toContain(503);
    const refused = streams.find(({ response }) => response.status === 503);
    expect(Number(refused?.response.headers.get('retry-after'))).toBeGreaterThan(0);
    for (const { leave } of streams) leave();
    await expect
      .poll(async () => {
        const again = await stream(roundId);
        again.leave();
        return again.response.status;
      })
      .toBe(200);
  });

  it('a stream and its place end with a drain', async () => {
    await open();
    const { roundId } = await reserved();
    const { next } = await stream(roundId);
    expect(await next()).toMatchObject({ id: '0' });
    const closed = world.gateway.close();
    expect(await next()).toBeNull();
    await closed;
  });

  it('a HEAD does not wait', async () => {
    await open();
    const { roundId } = await reserved();
    const head = await fetch(`${world.url}/v1/rounds/${roundId}/events`, { method: 'HEAD' });
    expect(head.status).toBe(200);
  });
});
