import type { Address } from '@oracle-gateway/protocol';
import { afterAll, expect, inject, it } from 'vitest';
import { connectRedis } from '../connection/connect-redis.js';
import { sampleAddress } from '../testing/index.js';
import { outboxPrefix } from '../wire/keys.js';
import { createPayerList, MAX_PAYERS, type PayerList } from './payer-list.js';

const redis = connectRedis(inject('redisUrl'));
afterAll(() => redis.disconnect());

function newList(): { readonly key: string; readonly list: PayerList } {
  const gateway = sampleAddress();
  return { key: `${outboxPrefix(gateway)}:payers`, list: createPayerList({ redis, gateway }) };
}

function samplePayers(count: number): readonly Address[] {
  return Array.from({ length: count }, sampleAddress);
}

it('has the accounts of all workers, in one order for every reader, and none before a worker announced one', async () => {
  const { list } = newList();
  expect(await list.read()).toEqual([]);
  const [one, other] = [samplePayers(2), samplePayers(1)];
  await list.announce(one);
  await list.announce(other);
  const read = await list.read();
  expect(new Set(read)).toEqual(new Set([...one, ...other]));
  await list.announce(one);
  expect(await list.read()).toEqual(read);
});

it('leaves out an account that no worker announced for a minute while another was; without any worker it stays', async () => {
  const { key, list } = newList();
  const [kept, retired] = samplePayers(2);
  await list.announce([kept!, retired!]);
  for (const name of await redis.zrange(key, 0, '-1')) await redis.zincrby(key, -61, name);
  expect(await list.read()).toHaveLength(2);
  await list.announce([kept!]);
  expect(await list.read()).toEqual([kept]);
});

it('is bounded: the accounts that were announced last remain', async () => {
  const { key, list } = newList();
  await list.announce(samplePayers(MAX_PAYERS));
  for (const name of await redis.zrange(key, 0, '-1')) await redis.zincrby(key, -1, name);
  const newest = sampleAddress();
  await list.announce([newest]);
  const read = await list.read();
  expect(read).toHaveLength(MAX_PAYERS);
  expect(read).toContainEqual(newest);
});
