import { isRoundId } from '@oracle-gateway/outbox';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { post } from '../fakes/post.js';
import { type RedisProxy, startRedisProxy } from '../fakes/redis-proxy.js';
import { startWorld, type World } from '../fakes/world.js';

let proxy: RedisProxy;
let world: World;
beforeEach(async () => {
  proxy = await startRedisProxy(inject('redisUrl'));
  world = await startWorld({ redisUrl: proxy.url });
});
afterEach(async () => {
  await world.close();
  await proxy.close();
});

/** A request whose reservation was made, while its caller heard that the outbox did not answer. */
async function refusedUnheard() {
  const consumer = world.subscriber();
  // The readings of an admission are known afterwards.
  const first = consumer.request();
  expect((await post(world.url, first)).status).toBe(200);
  const request = consumer.request({ timestamp: first.timestamp - 1 });
  proxy.loseAnswers();
  const refused = await post(world.url, request);
  expect([refused.status, refused.body['code']]).toEqual([503, 'outbox_unavailable']);
  proxy.recover();
  return { request, roundId: String(refused.body['roundId']) };
}

it('the repeat of a request whose reservation was made unheard is served once', async () => {
  const { request } = await refusedUnheard();
  await expect.poll(async () => (await fetch(`${world.url}/ready`)).status).toBe(200);
  const { status, headers } = await post(world.url, request);
  const again = await post(world.url, request);
  expect([status, again.status, again.body['code']]).toEqual([200, 409, 'duplicate_round']);
  expect(headers.get('x-round-id')).toBe(again.body['roundId']);
});

it('such a reservation is withdrawn without a repeat, and its units are free', async () => {
  const { roundId } = await refusedUnheard();
  if (!isRoundId(roundId)) throw new TypeError('the refusal names its round');
  await expect.poll(() => world.outbox.read(roundId).catch(() => 'no answer')).toBeNull();
  expect((await world.outbox.statistics()).totals.expired).toBe(0);
});
