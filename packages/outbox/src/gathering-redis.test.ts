import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { GatheringRedis } from './gathering-redis.js';

let redis: GatheringRedis;
beforeEach(async () => {
  redis = new GatheringRedis(inject('redisUrl'));
  await redis.ping();
  // The turn of the event loop in which the answer was read.
  await turn();
});
afterEach(() => {
  redis.disconnect();
});

it('commands of one turn of the event loop leave together, at its end and in their order', async () => {
  const before = redis.stream.bytesWritten;
  const answers = Promise.all([redis.echo('a'), redis.echo('b'), redis.pipeline().echo('c').exec(), redis.echo('d')]);
  expect(redis.stream.writableCorked).toBe(1);
  expect(redis.stream.writableLength).toBe(redis.stream.bytesWritten - before);
  await turn();
  expect(redis.stream.writableCorked).toBe(0);
  expect(await answers).toEqual(['a', 'b', [[null, 'c']], 'd']);
});

it('a command of a connection that broke in the same turn is sent on the next one', async () => {
  const answer = redis.echo('a');
  redis.stream.destroy();
  expect(await answer).toBe('a');
});
