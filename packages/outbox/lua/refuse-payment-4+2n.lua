#!lua flags=allow-oom
-- The payment was not made, for all that is known: the result stays unread, and nothing is held any more. Unless that is certain, the round
-- is listed as given up for as long as its record lives, because the ledger may be seen to have the payment after all.
-- Move  refusePayment: settling, payment_unknown -> unpaid
--
-- KEYS  1 round  2 paying  3 given up  4 totals  then for each hold: account, its holds
-- ARGV  1 round id  2 token  3 reason  4 ms to keep record and accounts  5 whether it is certain, '1'  6 holds of the record
--       then for each hold: units
-- Reply {'ok'} | {'unknown'} | {'stale'} | {'illegal', state} | {'holds', what the record holds}
-- include clock
-- include record
-- include claim
-- include payment
-- include accounts
-- include texts
local ROUND, PAYING, GIVENUP, TOTALS = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local round_id, token = ARGV[1], ARGV[2]

local stop = payment_refusal(ROUND, token, 'refuse')
if stop then return stop end
local holds = get_text(ROUND, 'holds')
if holds ~= ARGV[6] then return {'holds', holds} end

for hold = 1, (#KEYS - 4) / 2 do
  local ACCOUNT, HOLDS = KEYS[3 + 2 * hold], KEYS[4 + 2 * hold]
  give_back(ACCOUNT, HOLDS, ARGV[6 + hold], round_id)
  keep_account(ACCOUNT, HOLDS, ARGV[4])
end
move(ROUND, TOTALS, 'unpaid')
end_claim(ROUND, token, 'refuse')
redis.call('HSET', ROUND, 'reason', ARGV[3])
redis.call('ZREM', PAYING, round_id)
redis.call('PEXPIRE', ROUND, ARGV[4])
redis.call('ZREMRANGEBYSCORE', GIVENUP, '-inf', now)
if ARGV[5] ~= '1' then
  redis.call('ZADD', GIVENUP, now + ARGV[4], round_id)
  redis.call('PEXPIRE', GIVENUP, ARGV[4])
end
return {'ok'}
