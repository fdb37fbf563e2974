#!lua flags=allow-oom
-- The round is signed: keeps what settlement needs, the result for a while, and gives back what was held until the answer.
-- Move  commit: reserved -> pending
--
-- KEYS  1 round  2 result  3 reserved  4 pending  5 due  6 totals  then for each hold until the answer: account, its holds
-- ARGV  1 round id  2 reservation's token  3 settlement payload  4 round's timestamp, seconds  5 result  6 ms to keep the result
--       7 ms to keep an account  8 holds of the record  9 those that stay  then for each hold until the answer: units
-- Reply {'ok'} | {'unknown'} | {'stale'} | {'illegal', state} | {'holds', what the record holds}
--
-- A repeated commit is 'ok' even when a worker was quick enough to settle the round in between.
-- include clock
-- include record
-- include reservation
-- include accounts
local ROUND, RESULT, RESERVED, PENDING, DUE, TOTALS = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5], KEYS[6]
local round_id, token = ARGV[1], ARGV[2]

local stop = reservation_refusal(ROUND, token, 'pending')
if stop and stop[1] == 'illegal' and redis.call('HEXISTS', ROUND, 'settlement') == 1 then return {'ok'} end
if stop then return stop end
local holds = redis.call('HGET', ROUND, 'holds')
if holds ~= ARGV[8] then return {'holds', holds} end

for hold = 1, (#KEYS - 6) / 2 do
  local ACCOUNT, HOLDS = KEYS[5 + 2 * hold], KEYS[6 + 2 * hold]
  give_back(ACCOUNT, HOLDS, ARGV[9 + hold], round_id)
  keep_account(ACCOUNT, HOLDS, ARGV[7])
end
move(ROUND, TOTALS, 'pending')
redis.call('HSET', ROUND, 'settlement', ARGV[3], 'timestampSeconds', ARGV[4], 'nextAttemptMs', now, 'holds', ARGV[9])
redis.call('SET', RESULT, ARGV[5], 'PX', ARGV[6])
redis.call('ZREM', RESERVED, round_id)
redis.call('ZADD', PENDING, ARGV[4], round_id)
redis.call('ZADD', DUE, now, round_id)
return {'ok'}
