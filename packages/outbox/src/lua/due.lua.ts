import { luaScript } from './script.js';

/**
 * Pending records that a worker may claim now, the longest waiting first. A live claim, a later attempt and parking all keep a record out.
 *
 * ARGV  1 most to list
 * Reply round ids
 */
export const DUE = luaScript(`
return redis.call('ZRANGEBYSCORE', DUE, '-inf', now, 'LIMIT', 0, ARGV[1])
`);
