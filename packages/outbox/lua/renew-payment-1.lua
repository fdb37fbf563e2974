#!lua flags=allow-oom
-- The holder of the claim on the payment goes on. The payment cannot be claimed by another process for leaseMs from now.
--
-- KEYS  1 round
-- Input  token: string     the claim's
--        leaseMs: number
-- Reply {'ok'} | {'unknown'} | {'stale'} | {'illegal', state}
-- include clock
-- include claim
-- include payment
-- include texts
local ROUND = KEYS[1]
local input = cjson.decode(ARGV[1])

local record = read_record(ROUND, 'state', 'claim', 'endedClaim')
local stop = payment_refusal(record, input.token, 'renew')
if stop then return stop end

local _, lease_end = read_claim(record)
redis.call('HSET', ROUND, 'claim', renewed_claim(record, math.max(now + input.leaseMs, tonumber(lease_end))))
return {'ok'}
