import { afterEach, expect, it } from 'vitest';
import { createConsumer } from '../fakes/consumer.js';
import { post } from '../fakes/post.js';
import { startWorld, type World } from '../fakes/world.js';

let world: World;
afterEach(() => world.close());

it('a stranger must sign before anything is read for it, and absence is read once', async () => {
  world = await startWorld();
  let reads = 0;
  world.ledger.onSubscriptionRead = () => {
    reads += 1;
  };
  const stranger = createConsumer();
  const unsigned = await post(world.url, { ...stranger.request(), authSig: `0x${'11'.repeat(64)}` });
  expect([unsigned.status, reads]).toEqual([401, 0]);
  for (let request = 0; request < 5; request += 1) {
    const refused = await post(world.url, stranger.request());
    expect([refused.status, refused.body['code']]).toEqual([403, 'subscription_missing']);
  }
  expect(reads).toBe(1);
});

it('strangers with fresh keys do not keep a subscriber from being served', async () => {
  world = await startWorld();
  const subscriber = world.subscriber();
  expect((await post(world.url, subscriber.request())).status).toBe(200);
  const requests = Array.from({ length: 150 }, () => createConsumer().request());
  const flood = Promise.all(requests.map((request) => post(world.url, request)));
  const timestamp = Math.floor(Date.now() / 1000) - 10;
  expect((await post(world.url, subscriber.request({ timestamp }))).status).toBe(200);
  for (const { status, body, headers } of await flood) {
    if (status === 503) expect([body['code'], headers.get('retry-after')]).toEqual(['too_many_lookups', '1']);
    else expect([status, body['code']]).toEqual([403, 'subscription_missing']);
  }
});
