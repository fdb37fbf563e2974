import { Redis } from 'ioredis';
import type { Writable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, expect, inject, it, vi } from 'vitest';
import { connectRedis } from './connect-redis.js';

let redis: Redis;
afterEach(() => {
  vi.restoreAllMocks();
  redis.disconnect();
});

function gathering(): Redis {
  return connectRedis(inject('redisUrl'));
}

/** Chunks of each write of three commands to the connection's socket. */
async function writesOf(open: () => Redis): Promise<{ readonly writes: readonly number[]; readonly replies: readonly string[] }> {
  redis = open();
  await redis.ping();
  const writes: number[] = [];
  const socket = redis.stream;
  const [write, writev] = [socket._write.bind(socket), socket._writev?.bind(socket)];
  vi.spyOn(socket, '_write').mockImplementation((...chunk: Parameters<Writable['_write']>) => {
    writes.push(1);
    write(...chunk);
  });
  socket._writev = (chunks, done) => {
    writes.push(chunks.length);
    writev?.(chunks, done);
  };
  const sent = ['a', 'b', 'c'].map((text) => redis.echo(text));
  await turn();
  return { writes, replies: await Promise.all(sent) };
}

it('commands of one turn of the event loop leave in one write, each with its own reply', async () => {
  expect(await writesOf(gathering)).toEqual({ writes: [3], replies: ['a', 'b', 'c'] });
});

it('a connection of ioredis writes each command by itself', async () => {
  expect(await writesOf(() => new Redis(inject('redisUrl')))).toEqual({ writes: [1, 1, 1], replies: ['a', 'b', 'c'] });
});

it('commands that are given before there is a connection are sent once there is one', async () => {
  redis = gathering();
  expect(await Promise.all([redis.echo('a'), redis.echo('b')])).toEqual(['a', 'b']);
});

it('a connection that was replaced gathers too', async () => {
  const first = await writesOf(gathering);
  const [ended] = [redis.stream];
  ended.destroy();
  expect(await redis.echo('d')).toBe('d');
  expect(redis.stream).not.toBe(ended);
  const corked = vi.spyOn(redis.stream, 'cork');
  await Promise.all([redis.echo('e'), redis.echo('f')]);
  expect(corked).toHaveBeenCalledOnce();
  expect(first.writes).toEqual([3]);
});

it('a command of a connection that broke in the same turn is sent on the next one', async () => {
  redis = gathering();
  await redis.ping();
  const answer = redis.echo('a');
  redis.stream.destroy();
  expect(await answer).toBe('a');
});
