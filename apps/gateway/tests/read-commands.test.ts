import { Redis } from 'ioredis';
import { operations } from '@oracle-gateway/gateway-api';
import { readServerSentEvents } from '@oracle-gateway/gateway-api/events';
import { parseRoundEvent } from '@oracle-gateway/gateway-api/testing';
import type { RoundId } from '@oracle-gateway/protocol';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { post } from './fakes/post.js';
import { startWorld, type World } from './fakes/world.js';

/** Commands that a process sends now and then, not for each read: the sweeps of reservations and of payments. */
const OTHER_COMMANDS = 10;
const ROUNDS = 20;

let world: World;
beforeEach(async () => {
  world = await startWorld({ server: { maxEventStreams: 128 } });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await world.close();
});

/** Commands that this process sent to Redis while it worked. */
async function commandsOf(work: () => Promise<unknown>): Promise<number> {
  const sent = vi.spyOn(Redis.prototype, 'sendCommand');
  await work();
  const count = sent.mock.calls.length;
  sent.mockRestore();
  return count;
}

async function serve(timestamp: number, consumer = world.subscriber()): Promise<RoundId> {
  const { status, headers } = await post(world.url, consumer.request({ timestamp }));
  expect(status).toBe(200);
  return headers.get('x-round-id') as RoundId;
}

it('a page of a list is one command and one for each round of it, however many rounds there are', async () => {
  const owner = world.subscriber();
  const now = Math.floor(Date.now() / 1_000);
  for (let back = 0; back < ROUNDS; back += 1) await serve(now - back, owner);
  const read = (limit: number) => world.http.call(operations.getSubscriptionRounds, { path: { owner: owner.text }, query: { limit } });
  await read(1);
  const answers = await commandsOf(async () => expect((await read(5)).status).toBe(200));
  expect(answers).toBeGreaterThanOrEqual(6);
  expect(answers).toBeLessThanOrEqual(6 + OTHER_COMMANDS);
});

it('a hundred streams of one round cost one read for each of its changes, where polling costs one for each question', async () => {
  const roundId = await serve(Math.floor(Date.now() / 1_000));
  const streams = await Promise.all(
    Array.from({ length: 100 }, async () => {
      const { body } = await fetch(`${world.url}/v1/rounds/${roundId}/events`);
      if (body === null) throw new Error('expected a stream');
      const events = readServerSentEvents(body);
      return async () => {
        const event = await events.next();
        return event.done === true ? null : parseRoundEvent(JSON.parse(event.value.data)).state;
      };
    }),
  );
  expect(new Set(await Promise.all(streams.map((next) => next())))).toEqual(new Set(['pending']));
  const ofChange = await commandsOf(async () => {
    const claim = await world.outbox.claim({ roundId, workerId: 'test', leaseMs: 10_000 });
    if (claim === null) throw new Error('a pending round can be claimed');
    await world.outbox.settle(claim, { signature: '1'.repeat(64), slot: 9, seenAtSlot: 9, readings: [] });
    expect(new Set(await Promise.all(streams.map((next) => next())))).toEqual(new Set(['settled']));
    await world.outbox.finalize({ roundId, seenAtSlot: 9 });
    expect(new Set(await Promise.all(streams.map((next) => next())))).toEqual(new Set(['settled']));
    expect(new Set(await Promise.all(streams.map((next) => next())))).toEqual(new Set([null]));
  });
  // Claim, settle and finalize of the test itself, and one read for each change.
  expect(ofChange).toBeLessThanOrEqual(5 + OTHER_COMMANDS);
  const ofPolling = await commandsOf(() => Promise.all(Array.from({ length: 100 }, () => fetch(`${world.url}/v1/rounds/${roundId}`))));
  expect(ofPolling).toBeGreaterThanOrEqual(100);
});
