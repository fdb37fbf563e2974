#!lua flags=allow-oom
-- The payment was not made, as far as is known. The result stays unread, and the round holds no units any more. Unless the outcome is
-- certain, the round is listed as given up while its record lives: the ledger may still show the payment.
-- Transition  refusePayment: settling, payment_unknown -> unpaid
--
-- KEYS  1 round  2 paying  3 given up  4 totals  then for each hold: quota, its holds
-- Input  roundId: string
--        token: string         the claim's
--        reason: string
--        recordTtlMs: number   of the record and its quotas
--        isCertain: boolean
--        holds: string         as the record keeps them
--        units: string[]       of each hold
-- Reply {'ok'} | {'unknown'} | {'stale'} | {'illegal', state} | {'holds', what the record holds}
-- include clock
-- include record
-- include claim
-- include payment
-- include units
-- include quotas
-- include texts
local ROUND, PAYING, GIVENUP, TOTALS = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local input = cjson.decode(ARGV[1])

local record = read_record(ROUND, 'state', 'claim', 'endedClaim', 'holds')
local stop = payment_refusal(record, input.token, 'refuse')
if stop then return stop end
if record.holds ~= input.holds then return {'holds', record.holds} end

for hold, units in ipairs(input.units) do
  local QUOTA, HOLDS = KEYS[3 + 2 * hold], KEYS[4 + 2 * hold]
  local quota = open_quota(QUOTA, HOLDS)
  give_back(quota, HOLDS, units, input.roundId)
  close_quota(quota, QUOTA, HOLDS, input.recordTtlMs)
end
local fields = {}
add_text(fields, 'reason', input.reason)
end_claim(fields, input.token, 'refuse')
transition(ROUND, TOTALS, 'unpaid', fields)
redis.call('ZREM', PAYING, input.roundId)
redis.call('PEXPIRE', ROUND, input.recordTtlMs)
redis.call('ZREMRANGEBYSCORE', GIVENUP, '-inf', now)
if not input.isCertain then
  redis.call('ZADD', GIVENUP, now + input.recordTtlMs, input.roundId)
  redis.call('PEXPIRE', GIVENUP, input.recordTtlMs)
end
return {'ok'}
