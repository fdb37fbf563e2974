#!lua flags=allow-oom
-- Nobody knows whether the payment was made: the claim is over and somebody else may find out. The caller hears so, which ends what was
-- held until the answer.
-- Move  doubtPayment: settling -> payment_unknown
--
-- KEYS  1 round  2 totals  then for each hold until the answer: account, its holds
-- ARGV  1 round id  2 token  3 reason  4 ms to keep an account  5 holds of the record  6 those that stay
--       then for each hold until the answer: units
-- Reply {'ok'} | {'unknown'} | {'stale'} | {'illegal', state} | {'holds', what the record holds}
-- include clock
-- include record
-- include claim
-- include payment
-- include accounts
-- include texts
local ROUND, TOTALS = KEYS[1], KEYS[2]
local round_id, token = ARGV[1], ARGV[2]

local stop = payment_refusal(ROUND, token, 'doubt')
if stop then return stop end
local holds = get_text(ROUND, 'holds')
if holds ~= ARGV[5] then return {'holds', holds} end

for hold = 1, (#KEYS - 2) / 2 do
  local ACCOUNT, HOLDS = KEYS[1 + 2 * hold], KEYS[2 + 2 * hold]
  give_back(ACCOUNT, HOLDS, ARGV[6 + hold], round_id)
  keep_account(ACCOUNT, HOLDS, ARGV[4])
end
-- Still in doubt is no new state.
if redis.call('HGET', ROUND, 'state') == 'settling' then move(ROUND, TOTALS, 'payment_unknown') end
set_text(ROUND, 'holds', ARGV[6])
end_claim(ROUND, token, 'doubt')
redis.call('HSET', ROUND, 'reason', ARGV[3], 'updatedAtMs', now)
return {'ok'}
