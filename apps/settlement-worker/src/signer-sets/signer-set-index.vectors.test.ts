import { connectRedis, outboxPrefix } from '@oracle-gateway/outbox';
import { sampleAddress } from '@oracle-gateway/outbox/testing';
import { fromHex } from '@oracle-gateway/protocol';
import { afterAll, expect, inject, it } from 'vitest';
import file from '@oracle-gateway/vectors/stored-form.json' with { type: 'json' };
import { createSignerSetIndex } from './signer-set-index.js';

const redis = connectRedis(inject('redisUrl'));
afterAll(() => {
  redis.disconnect();
});

const { registryVersion, signersBitmap, stored } = file.signerSet;

it('a signer set is listed in its stored form, and a name of another form is left in its place', async () => {
  const gateway = sampleAddress();
  const [key, index] = [`${outboxPrefix(gateway)}:signer-sets`, createSignerSetIndex({ redis, gateway })];
  const set = { registryVersion: BigInt(registryVersion), signersBitmap: fromHex(signersBitmap, 32) };
  await index.add(set);
  expect(await redis.zrange(key, '0', '-1')).toEqual([stored]);
  await redis.zadd(key, 0, `2:${stored}`);
  expect(await index.list({ limit: 10 })).toEqual([set]);
  expect(await redis.zcard(key)).toBe(2);
});
