import type { Redis } from 'ioredis';
import { afterEach, beforeEach, expect, inject, it, vi } from 'vitest';
import { UnreplicatedWriteError } from '../records/errors.js';
import { sampleAddress } from '../testing/samples.js';
import { outboxPrefix } from '../wire/keys.js';
import { connectRedis } from './connect-redis.js';
import { sharedWait } from './shared-wait.js';

const APPEND = "return redis.call('RPUSH', KEYS[1], ARGV[1])";
const BREAK = "return redis.error_reply('ERR broken')";

let redis: Redis;
let prefix: string;
beforeEach(async () => {
  redis = connectRedis(inject('redisUrl'));
  prefix = outboxPrefix(sampleAddress());
  // The server knows the script: else the first batch is sent twice.
  await redis.script('LOAD', APPEND);
  await redis.script('LOAD', BREAK);
});
afterEach(() => {
  redis.disconnect();
});

function open(minReplicas: number) {
  const call = sharedWait({ redis, minReplicas, writtenKey: `${prefix}:written` });
  return {
    append: (value: string) => call({ lua: APPEND, keys: [`${prefix}:list`], args: [value] }),
    fail: () => call({ lua: BREAK, keys: [`${prefix}:list`], args: [] }),
  };
}

/** Calls that each WAIT was sent with, the mark and the WAIT itself aside. */
function watchBatches(): readonly number[] {
  const sizes: number[] = [];
  const begin = redis.pipeline.bind(redis);
  vi.spyOn(redis, 'pipeline').mockImplementation(() => {
    const together = begin();
    const send = together.exec.bind(together);
    vi.spyOn(together, 'exec').mockImplementation(() => {
      sizes.push(together.length - 2);
      return send();
    });
    return together;
  });
  return sizes;
}

it('calls that come while a WAIT is under way share the next one, and none is told by a WAIT that was sent before it', async () => {
  const { append } = open(0);
  const batches = watchBatches();
  const first = append('a');
  expect(batches).toEqual([1]);
  const others = ['b', 'c', 'd'].map(append);
  await first;
  expect(await Promise.all(others)).toEqual([2, 3, 4]);
  expect(batches).toEqual([1, 3]);
});

it('no WAIT is shared by more than 128', async () => {
  const { append } = open(0);
  const batches = watchBatches();
  await Promise.all(Array.from({ length: 130 }, (_, index) => append(String(index))));
  expect(batches).toEqual([1, 128, 1]);
});

it('a WAIT that too few replicas confirm fails each call that shares it, and the next one is judged by its own', async () => {
  const { append } = open(1);
  const outcomes = await Promise.allSettled(['a', 'b', 'c'].map(append));
  const refusal = { status: 'rejected', reason: new UnreplicatedWriteError(0, 1) };
  expect(outcomes).toEqual([refusal, refusal, refusal]);
  expect(await redis.lrange(`${prefix}:list`, 0, -1)).toEqual(['a', 'b', 'c']);
});

it('a script that fails fails its own call alone', async () => {
  const { append, fail } = open(0);
  const [first, broken, last] = await Promise.allSettled([append('a'), fail(), append('b')]);
  expect([first, last]).toEqual([
    { status: 'fulfilled', value: 1 },
    { status: 'fulfilled', value: 2 },
  ]);
  expect(broken).toMatchObject({ status: 'rejected', reason: { message: 'ERR broken' } });
});

it('a server that has forgotten its scripts is told them again, and runs each call once', async () => {
  const { append } = open(0);
  const lua = `${APPEND} -- ${prefix}`;
  const call = sharedWait({ redis, minReplicas: 0, writtenKey: `${prefix}:written` });
  await Promise.all([call({ lua, keys: [`${prefix}:list`], args: ['new'] }), append('known')]);
  expect((await redis.lrange(`${prefix}:list`, 0, -1)).toSorted()).toEqual(['known', 'new']);
});

it('a connection that ends fails the calls that wait', async () => {
  const { append } = open(1);
  const waiting = Promise.allSettled(['a', 'b'].map(append));
  redis.disconnect();
  expect((await waiting).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});
