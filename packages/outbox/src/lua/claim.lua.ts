import { MOVES } from '../states.js';
import { luaScript } from './script.js';

/**
 * Gives one worker the record for a while. A claim whose time is over is taken over by the next worker that asks.
 *
 * ARGV  1 round id  2 token  3 worker  4 lease, ms  5 '1' = even when parked or not due yet
 * Reply {'claimed', lease end ms, created at ms, attempts, settlement payload, broadcasts} | {'none'}
 */
export const CLAIM = luaScript(`
local round_id, token = ARGV[1], ARGV[2]
local record = key('round', round_id)

local function claimed()
  local held = redis.call('HMGET', record, 'claimUntilMs', 'createdAtMs', 'attempts', 'settlement', 'broadcasts')
  return {'claimed', held[1], held[2], held[3], held[4], held[5] or ''}
end

local state, holder, lease_end, next_attempt, parked =
  unpack(redis.call('HMGET', record, 'state', 'claimToken', 'claimUntilMs', 'nextAttemptMs', 'parkedAtMs'))
if state ~= '${MOVES.settle.from}' then return {'none'} end
if holder == token then return claimed() end
if holder and tonumber(lease_end) > now then return {'none'} end
if ARGV[5] ~= '1' and (parked or tonumber(next_attempt) > now) then return {'none'} end

local until_ms = now + ARGV[4]
redis.call('HSET', record, 'claimToken', token, 'claimUntilMs', until_ms, 'claimedBy', ARGV[3])
if not parked then redis.call('ZADD', DUE, until_ms, round_id) end
return claimed()
`);
