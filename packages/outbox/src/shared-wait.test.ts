import type { Redis } from 'ioredis';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { connectRedis } from './connect-redis.js';
import { UnreplicatedWriteError } from './errors.js';
import { outboxPrefix } from './keys.js';
import { sharedWait } from './shared-wait.js';
import { sampleAddress } from './testing/samples.js';

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

/** What the server did: the values appended, and `WAIT` after all that share it. */
async function watchServer() {
  const monitor = await redis.monitor();
  const seen: string[] = [];
  const ended = new Promise<void>((resolve) => {
    monitor.on('monitor', (_time: string, [command = '', ...args]: string[], client: string) => {
      if (command.toUpperCase() === 'RPUSH' && args[0] === `${prefix}:list`) seen.push(args[1] ?? '');
      if (command.toUpperCase() === 'WAIT' && client.endsWith(`:${redis.stream.localPort}`)) seen.push('WAIT');
      if (command.toUpperCase() === 'ECHO' && args[0] === prefix) resolve();
    });
  });
  return async () => {
    await redis.echo(prefix);
    await ended;
    monitor.disconnect();
    return seen;
  };
}

it('calls that come while a WAIT is under way share the next one, and none is told by a WAIT that was sent before it', async () => {
  const { append } = open(0);
  const done = await watchServer();
  await Promise.all(['a', 'b', 'c', 'd'].map(append));
  expect((await done()).join(' ')).toBe('a WAIT b c d WAIT');
});

it('no WAIT is shared by more than 128', async () => {
  const { append } = open(0);
  const done = await watchServer();
  await Promise.all(Array.from({ length: 130 }, (_, index) => append(String(index))));
  const seen = await done();
  expect(seen.flatMap((what, place) => (what === 'WAIT' ? [place] : []))).toEqual([1, 130, 132]);
});

it('a WAIT that too few replicas confirm fails each call that shares it, and the next one is judged by its own', async () => {
  const { append } = open(1);
  const outcomes = await Promise.allSettled(['a', 'b', 'c'].map(append));
  expect(outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason)).toEqual(
    Array.from({ length: 3 }, () => new UnreplicatedWriteError(0, 1)),
  );
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
