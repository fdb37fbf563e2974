#!lua flags=allow-oom
-- Stores the signature of the payment's transaction before the transaction is sent.
--
-- KEYS  1 round
-- Input  token: string       the claim's
--        signature: string
-- Reply {'ok'} | {'unknown'} | {'stale'} | {'illegal', state}
-- include clock
-- include payment
-- include texts
local ROUND = KEYS[1]
local input = cjson.decode(ARGV[1])

local stop = payment_refusal(ROUND, input.token, 'note')
if stop then return stop end

set_text(ROUND, 'signature', input.signature)
redis.call('HSET', ROUND, 'updatedAtMs', now)
return {'ok'}
