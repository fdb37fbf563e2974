import { MOVES } from '../states.js';
import { luaScript } from './script.js';

/**
 * Ends reservations whose time is over: whoever made them is gone.
 *
 * ARGV  1 most to end  2 ms to keep a record
 * Reply number ended
 */
export const EXPIRE_RESERVATIONS = luaScript(`
local overdue = redis.call('ZRANGEBYSCORE', RESERVED, '-inf', now, 'LIMIT', 0, ARGV[1])
for _, round_id in ipairs(overdue) do
  release_quota(round_id)
  redis.call('HSET', key('round', round_id), 'reason', 'reservation_expired')
  finish(round_id, '${MOVES.expire.to}', ARGV[2])
end
return #overdue
`);
