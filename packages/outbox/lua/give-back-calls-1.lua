#!lua flags=allow-oom
-- Gives back calls that were taken and not made.
--
-- KEYS  1 calls taken, by second and party
-- ARGV  1 calls  2 second in which they were taken  3 party
-- Reply {'ok'}
local CALLS = KEYS[1]
local second, party = ARGV[2], ARGV[3]
local taken = second .. ':' .. party

local count = tonumber(redis.call('HGET', CALLS, taken) or '0')
if count > 0 then redis.call('HINCRBY', CALLS, taken, -math.min(count, tonumber(ARGV[1]))) end
return {'ok'}
