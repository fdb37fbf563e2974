import { connectRedis, createConfirmedCalls, type OutboxConnection } from '@oracle-gateway/outbox';
import { afterAll, beforeAll, inject } from 'vitest';
import type { FeedStates } from '../../src/state/feed-states.js';
import { createRedisFeedStates } from '../../src/state/redis-feed-states.js';

/** States in the package's Redis, shared by the tests of a file. */
export function shareStates(): () => { readonly states: FeedStates; readonly redis: OutboxConnection } {
  let redis: OutboxConnection;
  beforeAll(() => {
    redis = connectRedis(inject('redisUrl'));
  });
  afterAll(() => redis.disconnect());
  const prefix = '{og-keeper:test}';
  return () => ({
    redis,
    states: createRedisFeedStates({ redis, confirmed: createConfirmedCalls({ redis, prefix, minReplicas: 0 }), prefix }),
  });
}
