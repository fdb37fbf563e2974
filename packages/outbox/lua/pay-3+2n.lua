#!lua flags=allow-oom
-- The payment was made: the round is its payer's, and nothing is held any more.
-- Move  pay: settling, payment_unknown -> paid
--
-- KEYS  1 round  2 paying  3 totals  then for each hold: account, its holds
-- ARGV  1 round id  2 token  3 signature  4 slot, '' = unknown  5 receipt, '' = none  6 ms to keep record and accounts
--       7 holds of the record  then for each hold: units
-- Reply {'ok'} | {'unknown'} | {'stale'} | {'illegal', state} | {'holds', what the record holds}
-- include clock
-- include record
-- include claim
-- include payment
-- include accounts
-- include texts
local ROUND, PAYING, TOTALS = KEYS[1], KEYS[2], KEYS[3]
local round_id, token = ARGV[1], ARGV[2]

local stop = payment_refusal(ROUND, token, 'pay')
if stop then return stop end
local holds = get_text(ROUND, 'holds')
if holds ~= ARGV[7] then return {'holds', holds} end

for hold = 1, (#KEYS - 3) / 2 do
  local ACCOUNT, HOLDS = KEYS[2 + 2 * hold], KEYS[3 + 2 * hold]
  give_back(ACCOUNT, HOLDS, ARGV[7 + hold], round_id)
  keep_account(ACCOUNT, HOLDS, ARGV[6])
end
move(ROUND, TOTALS, 'paid')
end_claim(ROUND, token, 'pay')
set_text(ROUND, 'signature', ARGV[3])
set_text(ROUND, 'receipt', ARGV[5])
redis.call('HSET', ROUND, 'slot', ARGV[4])
redis.call('HDEL', ROUND, 'reason')
redis.call('ZREM', PAYING, round_id)
redis.call('PEXPIRE', ROUND, ARGV[6])
return {'ok'}
