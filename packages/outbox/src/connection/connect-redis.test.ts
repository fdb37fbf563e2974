import type { Redis } from 'ioredis';
import { expect, inject, it } from 'vitest';
import { OutboxLocationError } from '../records/errors.js';
import { connectRedis } from './connect-redis.js';

it('opens a redis:// location', async () => {
  const redis = connectRedis(inject('redisUrl'));
  await expect(redis.ping()).resolves.toBe('PONG');
  redis.disconnect();
});

it.each(['unix:/run/redis.sock', 'unix:///run/redis.sock'])('opens the socket of %s', (location) => {
  const redis = connectRedis(location);
  expect(redis.options.path).toBe('/run/redis.sock');
  redis.disconnect();
});

it('a connection that blocks waits without a limit, every other gives up', () => {
  const [plain, blocking] = [connectRedis(inject('redisUrl')), connectRedis(inject('redisUrl'), { blocking: true })];
  expect(plain.options.commandTimeout).toBe(5_000);
  expect(blocking.options).toMatchObject({ maxRetriesPerRequest: null });
  expect(blocking.options.commandTimeout).toBeUndefined();
  plain.disconnect();
  blocking.disconnect();
});

it('trouble is told to the listener and ends nothing', async () => {
  const { redis, error } = await new Promise<{ redis: Redis; error: Error }>((resolve) => {
    const trying = connectRedis('redis://127.0.0.1:1', { onError: (trouble) => resolve({ redis: trying, error: trouble }) });
  });
  expect(error.message).toMatch(/ECONNREFUSED/);
  redis.disconnect();
});

it.each(['', 'localhost:6379', 'http://user:secret@host', 'unix:relative.sock', 'redis://'])(
  'refuses %j without repeating it',
  (location) => {
    expect(() => connectRedis(location)).toThrow(OutboxLocationError);
    expect(() => connectRedis(location)).not.toThrow(/secret/);
  },
);
