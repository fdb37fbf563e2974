import { afterAll, afterEach, describe, expect, inject, it } from 'vitest';
import { connectRedis } from './connect-redis.js';
import { assertDurable } from './durability.js';
import { VolatileOutboxError } from './errors.js';

const redis = connectRedis(inject('redisUrl'));
const STRICT = { allowVolatile: false, durability: 'verify' } as const;

afterEach(async () => {
  await redis.config('SET', 'appendfsync', 'always');
  await redis.config('SET', 'maxmemory-policy', 'noeviction');
});
afterAll(() => redis.disconnect());

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
  const url = new URL(inject('redisUrl'));
  Object.assign(url, { username: 'tenant', password: 'pw' });
  const asTenant = async <T>(use: (tenant: ReturnType<typeof connectRedis>) => Promise<T>): Promise<T> => {
    await redis.acl('SETUSER', 'tenant', 'on', '>pw', '~*', '+@all', '-config');
    const tenant = connectRedis(url.href);
    try {
      return await use(tenant);
    } finally {
      tenant.disconnect();
    }
  };

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
