import type { Redis } from 'ioredis';
import { once } from 'node:events';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { ThrowawayRedis } from '@oracle-gateway/dev-servers';
import { sampleAddress } from '../testing/samples.js';
import { connectRedis } from './connect-redis.js';
import { createDurabilityWatch } from './durability-watch.js';

let redis: Redis;
let closing: (() => unknown)[];
beforeEach(() => {
  redis = connectRedis(inject('redisUrl'));
  closing = [() => redis.disconnect()];
});
afterEach(async () => {
  for (const close of closing.toReversed()) await close();
});

function watch(confirmingUrl: string) {
  const confirming = connectRedis(confirmingUrl);
  const options = { allowVolatile: false, durability: 'verify' } as const;
  const durability = createDurabilityWatch({ redis, confirming, gateway: sampleAddress(), options });
  closing.push(
    () => confirming.disconnect(),
    () => durability.close(),
  );
  return { confirming, durability };
}

it('an interruption of either connection ends the proof, and the next command proves both again', async () => {
  const { confirming, durability } = watch(inject('redisUrl'));
  await durability.assertDurable();
  for (const connection of [redis, confirming]) {
    expect(durability.state).toBe('durable');
    const closed = once(connection, 'close');
    connection.stream.destroy();
    await closed;
    expect(durability.state).toBe('unproven');
    await durability.assertDurable();
  }
});

it('the server behind the connection of writes that wait must be durable too', async () => {
  const server = await ThrowawayRedis.start();
  closing.push(() => server.end());
  const { confirming, durability } = watch(server.url);
  await confirming.config('SET', 'appendfsync', 'everysec');
  await expect(durability.assertDurable()).rejects.toMatchObject({ name: 'VolatileOutboxError', setting: 'appendfsync' });
});

it('both connections must reach the same records', async () => {
  const server = await ThrowawayRedis.start();
  closing.push(() => server.end());
  await expect(watch(server.url).durability.assertDurable()).rejects.toMatchObject({ setting: 'marker' });
});
