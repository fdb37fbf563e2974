import { ThrowawayRedis } from '@oracle-gateway/dev-servers';
import { Queue, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { connectRedis } from './connect-redis.js';

let server: ThrowawayRedis;
let owner: Redis;
beforeAll(async () => {
  server = await ThrowawayRedis.start();
  owner = connectRedis(server.url);
});
afterAll(async () => {
  owner.disconnect();
  await server.end();
});

/** A user with the password `first`, and a location whose password the test changes. */
async function setUp() {
  await owner.acl('SETUSER', 'gateway', 'reset', 'on', '>first', '~*', '&*', '+@all');
  const secret = { text: 'first' };
  const location = { kind: 'server', url: server.url, username: 'gateway', password: { current: () => secret.text }, tls: null } as const;
  return { secret, location };
}

/** Both passwords count for a while; then the old one ends, and with it every connection. */
async function exchange(secret: { text: string }): Promise<void> {
  await owner.acl('SETUSER', 'gateway', '>second');
  secret.text = 'second';
  await owner.acl('SETUSER', 'gateway', '<first');
  await owner.client('KILL', 'USER', 'gateway');
}

it('an open connection outlasts an exchange of passwords, and connects again with the present one', async () => {
  const { secret, location } = await setUp();
  const redis = connectRedis(location);
  onTestFinished(() => redis.disconnect());
  expect(await redis.acl('WHOAMI')).toBe('gateway');
  await exchange(secret);
  await expect.poll(() => redis.acl('WHOAMI').catch(() => undefined)).toBe('gateway');
});

it('a duplicate connects again with the present password, such as that of a queue', async () => {
  const { secret, location } = await setUp();
  const [redis, blocking] = [connectRedis(location), connectRedis(location, { blocking: true })];
  const done: string[] = [];
  const queue = new Queue('passwords', { connection: redis });
  const worker = new Worker('passwords', ({ name }) => Promise.resolve(void done.push(name)), { connection: blocking });
  queue.on('error', () => undefined);
  worker.on('error', () => undefined);
  onTestFinished(async () => {
    await worker.close(true);
    await queue.close();
    redis.disconnect();
    blocking.disconnect();
  });
  await queue.add('before', {});
  await expect.poll(() => done).toEqual(['before']);
  await exchange(secret);
  await expect.poll(() => queue.add('after', {}).catch(() => undefined)).toBeDefined();
  await expect.poll(() => done).toContain('after');
});
