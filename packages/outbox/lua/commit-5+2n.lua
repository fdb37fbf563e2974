#!lua flags=allow-oom
-- The round is signed: keeps what settlement needs and what is answered, and gives back what was held until the answer.
-- Move  commit: reserved -> pending
--
-- KEYS  1 round  2 reserved  3 pending  4 due  5 totals  then for each hold until the answer: account, its holds
-- ARGV  1 round id  2 reservation's token  3 settlement payload and result  4 round's timestamp, seconds
--       5 ms to keep an account  6 holds of the record  7 those that stay  then for each hold until the answer: units
-- Reply {'ok'} | {'unknown'} | {'stale'} | {'illegal', state} | {'holds', what the record holds}
--
-- A repeated commit is 'ok' even when a worker was quick enough to settle the round in between.
-- include clock
-- include record
-- include reservation
-- include accounts
-- include texts
local ROUND, RESERVED, PENDING, DUE, TOTALS = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local round_id, token = ARGV[1], ARGV[2]

local stop = reservation_refusal(ROUND, token, 'pending', 'reserved')
if stop and stop[1] == 'illegal' and redis.call('HEXISTS', ROUND, 'timestamp') == 1 then return {'ok'} end
if stop then return stop end
local holds = get_text(ROUND, 'holds')
if holds ~= ARGV[6] then return {'holds', holds} end

for hold = 1, (#KEYS - 5) / 2 do
  local ACCOUNT, HOLDS = KEYS[4 + 2 * hold], KEYS[5 + 2 * hold]
  give_back(ACCOUNT, HOLDS, ARGV[7 + hold], round_id)
  keep_account(ACCOUNT, HOLDS, ARGV[5])
end
move(ROUND, TOTALS, 'pending')
set_text(ROUND, 'body', ARGV[3])
set_text(ROUND, 'holds', ARGV[7])
redis.call('HSET', ROUND, 'timestamp', ARGV[4], 'nextAttemptMs', now)
redis.call('ZREM', RESERVED, round_id)
redis.call('ZADD', PENDING, ARGV[4], round_id)
redis.call('ZADD', DUE, now, round_id)
return {'ok'}
