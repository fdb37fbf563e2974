#!lua flags=allow-oom
-- Stores the signature of the payment's transaction before the transaction is sent.
--
-- KEYS  1 round
-- Input  token: string       the claim's
--        signature: string
-- Reply {'ok'} | {'unknown'} | {'stale'} | {'illegal', state}
-- include claim
-- include payment
-- include texts
local ROUND = KEYS[1]
local input = cjson.decode(ARGV[1])

local record = read_record(ROUND, 'state', 'claim', 'endedClaim')
local stop = payment_refusal(record, input.token, 'note')
if stop then return stop end

local fields = {}
add_text(fields, 'signature', input.signature)
redis.call('HSET', ROUND, unpack(fields))
return {'ok'}
