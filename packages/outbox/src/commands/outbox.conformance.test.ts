import { afterAll, inject, it } from 'vitest';
import { connectRedis } from '../connection/connect-redis.js';
import { outboxScenarios, sampleAddress } from '../testing/index.js';
import { createOutbox } from './create-outbox.js';

const redis = connectRedis(inject('redisUrl'));
afterAll(() => redis.disconnect());

for (const { rule, run } of outboxScenarios) {
  it(rule, () =>
    run(() =>
      Promise.resolve(
        createOutbox({ redis, gateway: sampleAddress(), identityTtlSeconds: 60, resultTtlSeconds: 60, reservationMarginMs: 0 }),
      ),
    ),
  );
}
