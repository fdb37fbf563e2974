#!lua flags=allow-oom
-- Gives back calls that were taken and not made.
--
-- KEYS  1 calls taken, by second and party
-- Input  calls: number
--        second: number   in which they were taken
--        party: string
-- Reply {'ok'}
local CALLS = KEYS[1]
local input = cjson.decode(ARGV[1])
local taken = string.format('%d:%s', input.second, input.party)

local count = tonumber(redis.call('HGET', CALLS, taken) or '0')
if count > 0 then redis.call('HINCRBY', CALLS, taken, -math.min(count, input.calls)) end
return {'ok'}
