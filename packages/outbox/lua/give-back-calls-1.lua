#!lua flags=allow-oom
-- Gives back calls that were taken and not made.
--
-- KEYS  1 calls taken, by second and tenant
-- Input  calls: number
--        second: number   in which they were taken
--        tenant: string
-- Reply {'ok'}
local CALLS = KEYS[1]
local input = cjson.decode(ARGV[1])
local taken = string.format('%d:%s', input.second, input.tenant)

local count = tonumber(redis.call('HGET', CALLS, taken) or '0')
if count > 0 then redis.call('HINCRBY', CALLS, taken, -math.min(count, input.calls)) end
return {'ok'}
