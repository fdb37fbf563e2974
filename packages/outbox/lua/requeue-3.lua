#!lua flags=allow-oom
-- An operator lets a parked round try again, or a held one for the first time, with all its attempts.
--
-- KEYS  1 round  2 due  3 parked
-- Input  roundId: string
--        isHeld: boolean   takes a held round, else a parked one
-- Reply 1 = it was such a round, 0 = it was not (nothing changed)
-- include clock
local ROUND, DUE, PARKED = KEYS[1], KEYS[2], KEYS[3]
local input = cjson.decode(ARGV[1])

if redis.call('EXISTS', ROUND) == 0 then redis.call('ZREM', PARKED, input.roundId) end
local parked, held, lease_end = unpack(redis.call('HMGET', ROUND, 'parkedAtMs', 'held', 'claimUntilMs'))
if not parked or (held and true or false) ~= input.isHeld then return 0 end

redis.call('HDEL', ROUND, 'parkedAtMs', 'held')
redis.call('HSET', ROUND, 'attempts', 0, 'nextAttemptMs', now, 'updatedAtMs', now)
redis.call('ZREM', PARKED, input.roundId)
redis.call('ZADD', DUE, math.max(now, tonumber(lease_end or '0')), input.roundId)
return 1
