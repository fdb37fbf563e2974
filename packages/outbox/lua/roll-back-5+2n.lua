#!lua flags=allow-oom
-- The ledger has lost the receipt: the round is to be settled again. It was served, so its holds are taken whatever is available.
-- Move  rollBack: settled -> pending
--
-- KEYS  1 round  2 pending  3 due  4 unfinal  5 totals  then for each hold: account, its holds
-- ARGV  1 round id  2 slot the settlement was seen at  3 reason  4 ms to keep an account  5 holds of the record  then for each hold: units
-- Reply {'ok'} | {'none'} | {'holds', what the record holds}
-- include clock
-- include record
-- include accounts
-- include texts
local ROUND, PENDING, DUE, UNFINAL, TOTALS = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local round_id = ARGV[1]

local state, seen_at_slot, final_at, timestamp =
  unpack(redis.call('HMGET', ROUND, 'state', 'seenAtSlot', 'finalAtMs', 'timestamp'))
if state ~= 'settled' or seen_at_slot ~= ARGV[2] or final_at then return {'none'} end
local holds = get_text(ROUND, 'holds')
if holds ~= ARGV[5] then return {'holds', holds} end

for hold = 1, (#KEYS - 5) / 2 do
  local ACCOUNT, HOLDS = KEYS[4 + 2 * hold], KEYS[5 + 2 * hold]
  take(ACCOUNT, HOLDS, ARGV[5 + hold], round_id)
  keep_account(ACCOUNT, HOLDS, ARGV[4])
end
move(ROUND, TOTALS, 'pending')
drop_pieces(ROUND, 'signature', 0)
redis.call('HDEL', ROUND, 'slot', 'seenAtSlot', 'endedClaim')
redis.call('HSET', ROUND, 'reason', ARGV[3], 'nextAttemptMs', now)
redis.call('ZREM', UNFINAL, round_id)
redis.call('ZADD', PENDING, timestamp, round_id)
redis.call('ZADD', DUE, now, round_id)
return {'ok'}
