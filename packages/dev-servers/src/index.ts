export { eventually } from './eventually.js';
export { freePort } from './free-port.js';
export { launchRedisCluster, type RedisCluster, type RedisClusterOptions } from './redis-cluster.js';
export { redisCommand, type RedisReply } from './redis-commands.js';
export { findOrFetchRedis, RedisUnavailableError } from './redis-provision.mjs';
export { launchRedisSentinels, type RedisSentinels, type RedisSentinelsOptions } from './redis-sentinels.js';
export { launchRedisServer, RedisStartError, type RedisServer, type RedisServerOptions } from './redis-server.js';
export type { RedisTls } from './redis-tls.js';
export { spawnTied } from './spawn-tied.mjs';
