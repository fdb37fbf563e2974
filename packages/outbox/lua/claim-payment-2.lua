#!lua flags=allow-oom
-- Gives one process a claim on the payment, to find out its outcome. Once the lease of a claim is over, the next process that asks takes over.
--
-- KEYS  1 round  2 paying
-- Input  roundId: string
--        token: string      of the new claim
--        claimedBy: string
--        leaseMs: number
-- Reply {'claimed', then name and value of each field of the record} | {'none'}
-- include clock
-- include claim
-- include texts
local ROUND, PAYING = KEYS[1], KEYS[2]
local input = cjson.decode(ARGV[1])

local record = read_record(ROUND, 'state', 'claim')
local holder, lease_end = read_claim(record)
-- The record was deleted by hand.
if not record.state then redis.call('ZREM', PAYING, input.roundId) end
if record.state ~= 'settling' and record.state ~= 'payment_unknown' then return {'none'} end
if holder ~= input.token then
  if holder and tonumber(lease_end) > now then return {'none'} end
  redis.call('HSET', ROUND, 'claim', claim_text(input.token, now + input.leaseMs, input.claimedBy))
end
return {'claimed', unpack(redis.call('HGETALL', ROUND))}
