import { expect, inject, it, onTestFinished } from 'vitest';
import { connectRedis } from '../../src/index.js';
import { TcpProxy } from '../support/tcp-proxy.js';
import { ThrowawayRedis } from '@oracle-gateway/dev-servers';

it('a connection that swallows everything is replaced, and commands are answered again', async () => {
  const proxy = await TcpProxy.start(Number(new URL(inject('redisUrl')).port));
  const redis = connectRedis(proxy.url);
  onTestFinished(async () => {
    redis.disconnect();
    await proxy.close();
  });
  await redis.ping();
  proxy.swallow();
  await expect(redis.ping()).rejects.toThrow(/timed out/i);
  // Ten seconds are promised; a busy machine gets more.
  await expect.poll(() => redis.ping().catch(() => 'lost'), { interval: 100 }).toBe('PONG');
});

it('a connection on which commands wait on purpose is replaced too', async () => {
  const proxy = await TcpProxy.start(Number(new URL(inject('redisUrl')).port));
  const redis = connectRedis(proxy.url, { blocking: true });
  onTestFinished(async () => {
    redis.disconnect();
    await proxy.close();
  });
  await redis.ping();
  proxy.swallow();
  await expect(redis.ping()).resolves.toBe('PONG');
});

it('a connection that has turned read-only is replaced: the next command reaches the new primary', async () => {
  const primary = await ThrowawayRedis.start();
  const replica = await ThrowawayRedis.start({ replicaof: `127.0.0.1 ${primary.port}` });
  const proxy = await TcpProxy.start(replica.port);
  const redis = connectRedis(proxy.url);
  onTestFinished(async () => {
    redis.disconnect();
    await proxy.close();
    await replica.end();
    await primary.end();
  });
  await expect(redis.set('key', 'value')).rejects.toThrow(/READONLY/);
  proxy.target = primary.port;
  await expect.poll(() => redis.set('key', 'value').catch(() => 'refused'), { interval: 100 }).toBe('OK');
});
