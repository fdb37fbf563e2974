#!lua flags=allow-oom
-- An operator lets a parked round try again, or a held one for the first time, with all its attempts.
--
-- KEYS  1 round  2 due  3 parked
-- Input  roundId: string
--        isHeld: boolean   takes a held round, else a parked one
-- Reply 1 = it was such a round, 0 = it was not (nothing changed)
-- include clock
-- include claim
-- include texts
local ROUND, DUE, PARKED = KEYS[1], KEYS[2], KEYS[3]
local input = cjson.decode(ARGV[1])

local record = read_record(ROUND, 'state', 'parkedAtMs', 'held', 'claim')
if not record.state then redis.call('ZREM', PARKED, input.roundId) end
if not record.parkedAtMs or (record.held ~= nil) ~= input.isHeld then return 0 end

redis.call('HDEL', ROUND, 'parkedAtMs', 'held')
redis.call('HSET', ROUND, 'attempts', 0, 'nextAttemptMs', now)
redis.call('ZREM', PARKED, input.roundId)
local _, lease_end = read_claim(record)
redis.call('ZADD', DUE, math.max(now, tonumber(lease_end or '0')), input.roundId)
return 1
