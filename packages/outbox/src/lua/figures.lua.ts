import { luaScript } from './script.js';

/**
 * Counts of one moment.
 *
 * Reply {now ms, reserved, pending, parked, timestamp of the oldest pending round in seconds or '', then name and total of each state}
 */
export const FIGURES = luaScript(`
local oldest = redis.call('ZRANGE', PENDING, 0, 0, 'WITHSCORES')
local reply = {now, redis.call('ZCARD', RESERVED), redis.call('ZCARD', PENDING), redis.call('ZCARD', PARKED), oldest[2] or ''}
for _, item in ipairs(redis.call('HGETALL', TOTALS)) do
  table.insert(reply, item)
end
return reply
`);
