#!lua flags=allow-oom
-- Gives back calls that were taken and not made.
--
-- KEYS  1 calls taken, by the second
-- ARGV  1 calls  2 second in which they were taken
-- Reply {'ok'}
local CALLS = KEYS[1]

local count = tonumber(redis.call('HGET', CALLS, ARGV[2]) or '0')
if count > 0 then redis.call('HINCRBY', CALLS, ARGV[2], -math.min(count, tonumber(ARGV[1]))) end
return {'ok'}
