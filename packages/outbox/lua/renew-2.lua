#!lua flags=allow-oom
-- The claim's holder goes on: nobody else may claim the record for the lease's length from now.
--
-- KEYS  1 round  2 due
-- ARGV  1 round id  2 claim's token  3 lease, ms  4 why it waits, '' = nothing new
-- Reply {'ok'} | {'unknown'} | {'stale'} | {'illegal', state}
-- include clock
-- include claim
local ROUND, DUE = KEYS[1], KEYS[2]

local stop = claim_refusal(ROUND, ARGV[2], 'renew')
if stop then return stop end

local until_ms = math.max(now + ARGV[3], tonumber(redis.call('HGET', ROUND, 'claimUntilMs')))
redis.call('HSET', ROUND, 'claimUntilMs', until_ms)
if redis.call('HEXISTS', ROUND, 'parkedAtMs') == 0 then redis.call('ZADD', DUE, until_ms, ARGV[1]) end
if ARGV[4] ~= '' then wait_because(ROUND, ARGV[4]) end
return {'ok'}
