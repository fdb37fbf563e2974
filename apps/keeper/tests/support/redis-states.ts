import { connectRedis } from '@oracle-gateway/outbox';
import type { Redis } from 'ioredis';
import { afterAll, beforeAll, inject } from 'vitest';
import type { FeedStates } from '../../src/state/feed-states.js';
import { createRedisFeedStates } from '../../src/state/redis-feed-states.js';

/** States in the package's Redis, shared by the tests of a file. */
export function shareStates(): () => { readonly states: FeedStates; readonly redis: Redis } {
  let redis: Redis;
  beforeAll(() => {
    redis = connectRedis(inject('redisUrl'));
  });
  afterAll(() => redis.disconnect());
  return () => ({ redis, states: createRedisFeedStates({ redis, prefix: '{og-keeper:test}' }) });
}
