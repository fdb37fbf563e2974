import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { operations } from '@oracle-gateway/gateway-api';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findOrFetchRedis, launchRedisServer, type RedisServer } from '@oracle-gateway/dev-servers';
import { post } from '../fakes/post.js';
import { startWorld, type World } from '../fakes/world.js';

let dataDir: string;
let server: RedisServer;
let world: World;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'gateway-volatile-'));
  server = await launchRedisServer({ ...(await findOrFetchRedis()), dataDir });
  world = await startWorld({ redisUrl: server.url });
});
afterEach(async () => {
  await world.close();
  await server.stop();
  await rm(dataDir, { recursive: true });
});

/** Stops the server and starts it at the same address without its records. */
async function comeBackEmpty(settings: Readonly<Record<string, string>>): Promise<void> {
  const { port } = server;
  await server.stop();
  await rm(dataDir, { recursive: true });
  server = await launchRedisServer({ ...(await findOrFetchRedis()), dataDir, port, settings });
}

it.each([
  ['with appendonly no', { appendonly: 'no' }],
  ['with the right settings', {}],
])(
  'an outbox that comes back empty %s does not let one authorization be served twice',
  async (_how, settings) => {
    const request = world.subscriber().request();
    expect((await post(world.url, request)).status).toBe(200);
    await comeBackEmpty(settings);
    const again = async (): Promise<unknown[]> => {
      const { status, body, headers } = await post(world.url, request);
      return [status, body['code'], headers.get('x-round-id')];
    };
    await expect.poll(again).toEqual([503, 'outbox_volatile', null]);
    const ready = await world.http.call(operations.getReady);
    expect(ready.body).toMatchObject({ reasons: ['the outbox is not durable, or has lost its records'] });
  },
  60_000,
);
