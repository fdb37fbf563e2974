import { MOVES } from '../states.js';
import { luaScript } from './script.js';

/**
 * The program refused the round: one attempt is used up; the last one parks it.
 *
 * ARGV  1 round id  2 claim's token  3 reason  4 ms until the next attempt  5 most attempts
 * Reply {'scheduled'} | {'parked'} | {'unknown'} | {'stale'} | {'illegal', state}
 */
export const REFUSE = luaScript(`
local round_id, token = ARGV[1], ARGV[2]
local record = key('round', round_id)

local function outcome()
  if redis.call('HEXISTS', record, 'parkedAtMs') == 1 then return {'parked'} end
  return {'scheduled'}
end

if redis.call('HGET', record, 'releasedToken') == token then return outcome() end
local stop = refusal(record, 'claimToken', token, '${MOVES.settle.from}')
if stop then return stop end

redis.call('HSET', record, 'reason', ARGV[3])
if redis.call('HINCRBY', record, 'attempts', 1) >= tonumber(ARGV[5]) then
  redis.call('HSET', record, 'parkedAtMs', now)
  redis.call('ZREM', DUE, round_id)
  redis.call('ZADD', PARKED, now, round_id)
end
release_claim(round_id, token, now + ARGV[4])
return outcome()
`);
