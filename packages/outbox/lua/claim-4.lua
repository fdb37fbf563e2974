#!lua flags=allow-oom
-- Gives one worker the record for a while. A claim whose time is over is taken over by the next worker that asks.
--
-- KEYS  1 round  2 due  3 pending  4 parked
-- ARGV  1 round id  2 token  3 worker  4 lease, ms  5 '1' = even when parked or not due yet
-- Reply {'claimed', then name and value of each field of the record} | {'none'}
-- include clock
local ROUND, DUE, PENDING, PARKED = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local round_id, token = ARGV[1], ARGV[2]

local function claimed()
  return {'claimed', unpack(redis.call('HGETALL', ROUND))}
end

local state, holder, lease_end, next_attempt, parked =
  unpack(redis.call('HMGET', ROUND, 'state', 'claimToken', 'claimUntilMs', 'nextAttemptMs', 'parkedAtMs'))
if not state then
  -- Somebody deleted the record by hand.
  redis.call('ZREM', DUE, round_id)
  redis.call('ZREM', PENDING, round_id)
  redis.call('ZREM', PARKED, round_id)
end
if state ~= 'pending' then return {'none'} end
if holder == token then return claimed() end
if holder and tonumber(lease_end) > now then return {'none'} end
if ARGV[5] ~= '1' and (parked or tonumber(next_attempt) > now) then return {'none'} end

local until_ms = now + ARGV[4]
redis.call('HSET', ROUND, 'claimToken', token, 'claimUntilMs', until_ms, 'claimedBy', ARGV[3])
if not parked then redis.call('ZADD', DUE, until_ms, round_id) end
return claimed()
