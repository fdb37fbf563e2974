import { operations } from '@oracle-gateway/gateway-api';
import { afterEach, expect, it } from 'vitest';
import { post } from './fakes/post.js';
import { startWorld, type World } from './fakes/world.js';

const HOUR_MS = 3_600_000;

let world: World;
afterEach(() => world.close());

it('a wall clock that is set back by an hour keeps no view of the ledger an hour longer', async () => {
  let stepMs = 0;
  let elapsedMs = 1_000;
  world = await startWorld({ overrides: { nowMs: () => Date.now() + stepMs, monotonicMs: () => elapsedMs } });
  expect((await world.http.call(operations.getReady)).status).toBe(200);
  world.ledger.gateway = null;
  stepMs = -HOUR_MS;
  elapsedMs += 5_000;
  const { body } = await world.http.call(operations.getReady);
  expect(body).toMatchObject({ reasons: ['the ledger has no Gateway account whose authority is the key of this process'] });
});

it('a timestamp that goes out of range while the ledger is read is refused, and nothing is reserved', async () => {
  let stepMs = 0;
  world = await startWorld({ overrides: { nowMs: () => Date.now() + stepMs } });
  const request = world.subscriber().request({ timestamp: Math.floor(Date.now() / 1000) - 290 });
  world.ledger.onSubscriptionRead = () => {
    stepMs = 20_000;
  };
  const late = await post(world.url, request);
  expect([late.status, late.body['code'], late.headers.get('x-round-id')]).toEqual([400, 'timestamp_out_of_range', null]);
  stepMs = 0;
  world.ledger.onSubscriptionRead = () => undefined;
  expect((await post(world.url, request)).status).toBe(200);
});

it('a subscription that expires while the ledger is read covers no round', async () => {
  let stepMs = 0;
  world = await startWorld({ overrides: { nowMs: () => Date.now() + stepMs } });
  const now = Math.floor(Date.now() / 1000);
  const request = world.subscriber({ expiresAt: BigInt(now + 10) }).request({ timestamp: now });
  world.ledger.onSubscriptionRead = () => {
    stepMs = 20_000;
  };
  const late = await post(world.url, request);
  expect([late.status, late.body['code']]).toEqual([403, 'subscription_expired']);
});

it('a gateway whose clock is off the nodes by two seconds says so and is not ready, until they tell that it is right again', async () => {
  let stepMs = 0;
  let elapsedMs = 0;
  // No handshake of a stream tells the clock of a node before the first round.
  world = await startWorld({
    transport: 'http',
    overrides: { nowMs: () => Date.now() + stepMs, monotonicMs: () => performance.now() + elapsedMs },
  });
  const ready = async (): Promise<unknown> => (await world.http.call(operations.getReady)).body;
  const offset = async (): Promise<number> => Number(/^oracle_gateway_clock_offset_seconds (\S+)$/m.exec(await world.metrics())?.[1]);
  const serve = async (): Promise<void> => {
    expect((await post(world.url, world.subscriber().request())).status).toBe(200);
  };
  expect(await offset()).toBeNaN();
  await serve();
  expect(await ready()).toEqual({ status: 'ok' });
  expect(Math.abs(await offset())).toBeLessThan(1);

  stepMs = 5_000;
  elapsedMs += 60_000;
  await serve();
  expect(await ready()).toMatchObject({ reasons: ['the clock of the gateway differs from those of most nodes by 2 s or more'] });
  expect(await offset()).toBeGreaterThan(2);
  await world.log.line('the gateway clock differs from most node clocks');

  // No caller asks for a round: the gateway asks the nodes.
  stepMs = 0;
  elapsedMs += 60_000;
  await expect.poll(ready, { interval: 100 }).toEqual({ status: 'ok' });
  await world.log.line('the gateway clock agrees with most node clocks');
});
