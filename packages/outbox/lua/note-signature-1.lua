#!lua flags=allow-oom
-- Keeps the signature of the payment's transaction before it is sent.
--
-- KEYS  1 round
-- ARGV  1 token  2 signature
-- Reply {'ok'} | {'unknown'} | {'stale'} | {'illegal', state}
-- include clock
-- include payment
-- include texts
local ROUND = KEYS[1]

local stop = payment_refusal(ROUND, ARGV[1], 'note')
if stop then return stop end

set_text(ROUND, 'signature', ARGV[2])
redis.call('HSET', ROUND, 'updatedAtMs', now)
return {'ok'}
