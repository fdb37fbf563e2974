#!lua flags=allow-oom
-- The holder of the claim on the payment goes on. The payment cannot be claimed by another process for leaseMs from now.
--
-- KEYS  1 round
-- Input  token: string     the claim's
--        leaseMs: number
-- Reply {'ok'} | {'unknown'} | {'stale'} | {'illegal', state}
-- include clock
-- include payment
local ROUND = KEYS[1]
local input = cjson.decode(ARGV[1])

local stop = payment_refusal(ROUND, input.token, 'renew')
if stop then return stop end

redis.call('HSET', ROUND, 'claimUntilMs', math.max(now + input.leaseMs, tonumber(redis.call('HGET', ROUND, 'claimUntilMs'))))
return {'ok'}
