#!lua flags=allow-oom
-- Whoever holds the payment goes on: nobody else may claim it for the lease's length from now.
--
-- KEYS  1 round
-- ARGV  1 token  2 lease, ms
-- Reply {'ok'} | {'unknown'} | {'stale'} | {'illegal', state}
-- include clock
-- include payment
local ROUND = KEYS[1]

local stop = payment_refusal(ROUND, ARGV[1], 'renew')
if stop then return stop end

redis.call('HSET', ROUND, 'claimUntilMs', math.max(now + ARGV[2], tonumber(redis.call('HGET', ROUND, 'claimUntilMs'))))
return {'ok'}
