export { freePort } from './free-port.js';
export { findOrFetchRedis, RedisUnavailableError } from './redis-provision.mjs';
export { launchRedisServer, RedisStartError, type RedisServer, type RedisServerOptions } from './redis-server.js';
export { spawnTied } from './spawn-tied.mjs';
