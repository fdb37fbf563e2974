import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ThrowawayRedis } from '@oracle-gateway/dev-servers';
import { VolatileOutboxError } from '../records/errors.js';
import { sampleAddress } from '../testing/index.js';
import { connectRedis } from './connect-redis.js';
import { createDurabilityWatch, proveDurable } from './durability-watch.js';
import { assertDurable, assertEveryReplicaCounts } from './durability.js';

// A server of its own: the other test files run on the shared one meanwhile, and count on its settings.
let server: ThrowawayRedis;
let redis: ReturnType<typeof connectRedis>;
beforeAll(async () => {
  server = await ThrowawayRedis.start();
  redis = connectRedis(server.url);
});
const STRICT = { allowVolatile: false, durability: 'verify' } as const;

afterEach(async () => {
  await redis.config('SET', 'appendfsync', 'always');
  await redis.config('SET', 'maxmemory-policy', 'noeviction');
});
afterAll(async () => {
  redis.disconnect();
  await server.end();
});

it('a server that keeps every write is accepted', async () => {
  await expect(assertDurable(redis, STRICT)).resolves.toBeUndefined();
});

describe.each([
  ['appendfsync', 'everysec'],
  ['maxmemory-policy', 'allkeys-lru'],
])('%s = %s', (setting, value) => {
  it.each(['verify', 'trusted'] as const)('is refused by name, also when durability is %s', async (durability) => {
    await redis.config('SET', setting, value);
    await expect(assertDurable(redis, { allowVolatile: false, durability })).rejects.toMatchObject({
      name: 'VolatileOutboxError',
      setting,
    });
  });

  it('is accepted where records may be lost', async () => {
    await redis.config('SET', setting, value);
    await expect(assertDurable(redis, { ...STRICT, allowVolatile: true })).resolves.toBeUndefined();
  });
});

describe('a server that does not show its settings', () => {
  const asTenant = async <T>(use: (tenant: ReturnType<typeof connectRedis>) => Promise<T>): Promise<T> => {
    const url = Object.assign(new URL(server.url), { username: 'tenant', password: 'pw' });
    await redis.acl('SETUSER', 'tenant', 'on', '>pw', '~*', '+@all', '-config');
    const tenant = connectRedis(url.href);
    try {
      return await use(tenant);
    } finally {
      tenant.disconnect();
    }
  };

  it.each([
    ['outbox', {}],
    ['redis', { table: 'redis' }],
  ])('is refused by an error that names the setting in the table %s', async (table, named) => {
    await asTenant(async (tenant) => {
      await expect(assertDurable(tenant, { ...STRICT, ...named })).rejects.toThrow(`set ${table}.durability = "trusted"`);
    });
  });

  it('is refused unless it is trusted', async () => {
    await asTenant(async (tenant) => {
      await expect(assertDurable(tenant, STRICT)).rejects.toThrow(VolatileOutboxError);
      await expect(assertDurable(tenant, { ...STRICT, durability: 'trusted' })).resolves.toBeUndefined();
    });
  });
});

it('a server that is gone is no verdict on its settings', async () => {
  const gone = connectRedis('redis://127.0.0.1:1');
  gone.disconnect();
  await expect(assertDurable(gone, { ...STRICT, durability: 'trusted' })).rejects.toThrow(/closed/i);
});

describe('replicas that a failover may reach', () => {
  const replicas: ThrowawayRedis[] = [];
  beforeAll(async () => {
    for (const _ of [1, 2]) replicas.push(await ThrowawayRedis.start({ replicaof: `127.0.0.1 ${server.port}` }));
    while (!(await redis.info('replication')).includes('connected_slaves:2')) await wait(20);
  });
  afterAll(() => Promise.all(replicas.map((replica) => replica.end())));

  it.each([0, 1])(
    'are refused by name at a start where %i of them must have a write, and the error says what to set',
    async (minReplicas) => {
      await expect(assertEveryReplicaCounts(redis, { ...STRICT, minReplicas, table: 'redis' })).rejects.toMatchObject({
        name: 'VolatileOutboxError',
        setting: 'connected_slaves',
        message: expect.stringMatching(/2 replicas.*redis\.min_replicas = 2, or redis\.allow_cut_off_loss = true/) as string,
      });
    },
  );

  it.each([
    ['all of them must have a write', { ...STRICT, minReplicas: 2 }],
    ['the loss is accepted', { ...STRICT, minReplicas: 1, allowCutOffLoss: true }],
    ['records may be lost', { ...STRICT, minReplicas: 1, allowVolatile: true }],
  ])('are accepted where %s', async (_why, options) => {
    await expect(assertEveryReplicaCounts(redis, options)).resolves.toBeUndefined();
  });

  it('are asked for at a start, and not again', async () => {
    const options = { ...STRICT, minReplicas: 0 };
    const watch = createDurabilityWatch({ redis, gateway: sampleAddress(), options });
    await expect(proveDurable(watch)).rejects.toThrow(VolatileOutboxError);
    await expect(watch.assertDurable()).resolves.toBeUndefined();
    watch.close();
  });
});
