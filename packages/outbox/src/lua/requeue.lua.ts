import { luaScript } from './script.js';

/**
 * An operator lets a parked round try again, with all its attempts.
 *
 * ARGV  1 round id
 * Reply 1 = it was parked, 0 = it was not (nothing changed)
 */
export const REQUEUE = luaScript(`
local record = key('round', ARGV[1])
if redis.call('HDEL', record, 'parkedAtMs') == 0 then return 0 end

local lease_end = redis.call('HGET', record, 'claimUntilMs')
redis.call('HSET', record, 'attempts', 0, 'nextAttemptMs', now, 'updatedAtMs', now)
redis.call('ZREM', PARKED, ARGV[1])
redis.call('ZADD', DUE, math.max(now, tonumber(lease_end or '0')), ARGV[1])
return 1
`);
