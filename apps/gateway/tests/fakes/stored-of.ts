import { outboxPrefix } from '@oracle-gateway/outbox';
import type { World } from './world.js';

/** All that a gateway has in Redis, keys included, as text. */
export async function storedOf({ redis, gatewayPda }: Pick<World, 'redis' | 'gatewayPda'>): Promise<string> {
  const keys = await redis.keys(`${outboxPrefix(gatewayPda)}*`);
  const read = async (key: string): Promise<unknown> => {
    const type = await redis.type(key);
    if (type === 'hash') return redis.hgetall(key);
    if (type === 'zset') return redis.zrange(key, '0', '-1');
    if (type === 'set') return redis.smembers(key);
    if (type === 'list') return redis.lrange(key, 0, -1);
    return type === 'stream' ? redis.xrange(key, '-', '+') : redis.get(key);
  };
  return JSON.stringify(await Promise.all(keys.map(async (key) => [key, await read(key)])));
}
