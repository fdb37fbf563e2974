#!lua flags=allow-oom
-- The program no longer accepts the round: only now are its units free again without a settlement.
-- Move  lapse: pending -> lapsed
--
-- KEYS  1 round  2 pending  3 due  4 parked  5 totals  then for each hold: account, its holds
-- ARGV  1 round id  2 claim's token  3 reason  4 ms to keep record and accounts  5 holds of the record  then for each hold: units
-- Reply {'ok'} | {'unknown'} | {'stale'} | {'illegal', state} | {'holds', what the record holds}
-- include clock
-- include record
-- include claim
-- include accounts
-- include texts
local ROUND, PENDING, DUE, PARKED, TOTALS = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local round_id, token = ARGV[1], ARGV[2]

local stop = claim_refusal(ROUND, token, 'lapse')
if stop then return stop end
local holds = get_text(ROUND, 'holds')
if holds ~= ARGV[5] then return {'holds', holds} end

for hold = 1, (#KEYS - 5) / 2 do
  local ACCOUNT, HOLDS = KEYS[4 + 2 * hold], KEYS[5 + 2 * hold]
  give_back(ACCOUNT, HOLDS, ARGV[5 + hold], round_id)
  keep_account(ACCOUNT, HOLDS, ARGV[4])
end
move(ROUND, TOTALS, 'lapsed')
end_claim(ROUND, token, 'lapse')
redis.call('HSET', ROUND, 'reason', ARGV[3])
redis.call('HDEL', ROUND, 'parkedAtMs', 'nextAttemptMs')
drop_pieces(ROUND, 'wire', 0)
redis.call('ZREM', PENDING, round_id)
redis.call('ZREM', DUE, round_id)
redis.call('ZREM', PARKED, round_id)
redis.call('PEXPIRE', ROUND, ARGV[4])
return {'ok'}
