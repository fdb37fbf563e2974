import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { operations } from '@oracle-gateway/gateway-api';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findOrFetchRedis, launchRedisServer } from '@oracle-gateway/dev-servers';
import { post } from '../fakes/post.js';
import { holdNodes, startWorld, type World } from '../fakes/world.js';

let dataDir: string;
let server: Awaited<ReturnType<typeof launchRedisServer>>;
let world: World;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'gateway-unwritable-'));
  server = await launchRedisServer({ ...(await findOrFetchRedis()), dataDir });
  world = await startWorld({ redisUrl: server.url });
});
afterEach(async () => {
  await world.close();
  await server.stop();
  await rm(dataDir, { recursive: true });
});

async function readiness(): Promise<unknown> {
  const { status, body } = await world.http.call(operations.getReady);
  return status === 200 ? 'ready' : body;
}

describe('a server that answers and takes no writes', () => {
  it.each([
    ['a read-only replica', ['REPLICAOF', '127.0.0.1', '1'], ['REPLICAOF', 'NO', 'ONE'], 'the outbox is a replica that takes no writes'],
    ['full', ['CONFIG', 'SET', 'maxmemory', '1'], ['CONFIG', 'SET', 'maxmemory', '0'], 'the outbox has no memory left'],
  ] as const)(
    'is not ready where it is %s, and is again when it is mended',
    async (_what, [spoil, ...spoiling], [mend, ...mending], reason) => {
      expect(await readiness()).toBe('ready');
      await world.redis.call(spoil, ...spoiling);
      await expect.poll(readiness).toMatchObject({ code: 'not_ready', reasons: [reason] });
      await world.redis.call(mend, ...mending);
      await expect.poll(readiness).toBe('ready');
    },
  );
});

describe('a server that has stopped answering', () => {
  afterEach(() => process.kill(server.pid, 'SIGCONT'));

  it('is named, though it never answers', async () => {
    process.kill(server.pid, 'SIGSTOP');
    expect(await readiness()).toMatchObject({ reasons: ['the outbox does not answer'] });
  });

  it('does not hold up the stop of the gateway, and the caller of a round under way hears that its outcome is unknown', async () => {
    const arrived = Promise.race(world.nodes.map((node) => node.arrival('/v1/observe')));
    const open = holdNodes(world);
    const underWay = post(world.url, world.subscriber().request());
    await arrived;
    process.kill(server.pid, 'SIGSTOP');
    open();
    const closed = world.gateway.close();
    const refused = await underWay;
    expect([refused.status, refused.body['code']]).toEqual([503, 'outbox_unavailable']);
    await closed;
  });
});
