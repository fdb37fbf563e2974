#!lua flags=allow-oom
-- An operator lets a parked round try again, with all its attempts.
--
-- KEYS  1 round  2 due  3 parked
-- Input  roundId: string
-- Reply 1 = it was parked, 0 = it was not (nothing changed)
-- include clock
local ROUND, DUE, PARKED = KEYS[1], KEYS[2], KEYS[3]
local input = cjson.decode(ARGV[1])

if redis.call('EXISTS', ROUND) == 0 then redis.call('ZREM', PARKED, input.roundId) end
if redis.call('HDEL', ROUND, 'parkedAtMs') == 0 then return 0 end

local lease_end = redis.call('HGET', ROUND, 'claimUntilMs')
redis.call('HSET', ROUND, 'attempts', 0, 'nextAttemptMs', now, 'updatedAtMs', now)
redis.call('ZREM', PARKED, input.roundId)
redis.call('ZADD', DUE, math.max(now, tonumber(lease_end or '0')), input.roundId)
return 1
