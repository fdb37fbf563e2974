import { connectRedis, outboxPrefix } from '@oracle-gateway/outbox';
import { sampleAddress } from '@oracle-gateway/outbox/testing';
import { afterAll, expect, inject, it } from 'vitest';
import { createSignerSetIndex } from './signer-set-index.js';

const redis = connectRedis(inject('redisUrl'));
afterAll(() => redis.disconnect());

const set = { registryVersion: 18_446_744_073_709_551_615n, signersBitmap: new Uint8Array(32).fill(7) };

it('a set is due at once, then at the time it was postponed to, though it is added again, and listed until it is removed', async () => {
  const index = createSignerSetIndex({ redis, gateway: sampleAddress() });
  await index.add(set);
  expect(await index.due({ beforeSeconds: 1, limit: 9 })).toEqual([set]);
  await index.postpone([set], 100);
  await index.add(set);
  expect(await index.due({ beforeSeconds: 100, limit: 9 })).toEqual([]);
  expect(await index.list({ limit: 9 })).toEqual([set]);
  expect(await index.due({ beforeSeconds: 101, limit: 9 })).toEqual([set]);
  await index.remove([set]);
  await index.postpone([set], 0);
  expect(await index.due({ beforeSeconds: 101, limit: 9 })).toEqual([]);
  expect(await index.list({ limit: 9 })).toEqual([]);
});

it('at most as many sets are listed as asked for', async () => {
  const index = createSignerSetIndex({ redis, gateway: sampleAddress() });
  for (const registryVersion of [1n, 2n, 3n]) await index.add({ ...set, registryVersion });
  expect(await index.list({ limit: 2 })).toHaveLength(2);
});

it('what is no set is passed over', async () => {
  const gateway = sampleAddress();
  const index = createSignerSetIndex({ redis, gateway });
  await index.add(set);
  await redis.zadd(`${outboxPrefix(gateway)}:signer-sets`, 0, 'something else');
  expect(await index.due({ beforeSeconds: 1, limit: 9 })).toEqual([set]);
  expect(await index.list({ limit: 9 })).toEqual([set]);
});
