#!lua flags=allow-oom
-- The ledger has lost the receipt, so the round is to be settled again. It was served, so its holds are taken whatever is available.
-- Transition  rollBack: settled -> pending
--
-- KEYS  1 round  2 pending  3 due  4 unfinal  5 totals  6 books  7 head of the books  then for each hold: quota, its holds
-- Input  roundId: string
--        seenAtSlot: string     slot at which the settlement was seen
--        reason: string
--        quotaTtlMs: number
--        mostBookRows: number   that wait
--        holds: string          as the record keeps them
--        units: string[]        of each hold
-- Reply {'ok', path, entry}: of the row | {'none'} | {'holds', what the record holds}
-- include clock
-- include record
-- include quotas
-- include texts
-- include books
local ROUND, PENDING, DUE, UNFINAL, TOTALS, BOOKS, HEAD = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5], KEYS[6], KEYS[7]
local input = cjson.decode(ARGV[1])

local state, seen_at_slot, final_at, timestamp =
  unpack(redis.call('HMGET', ROUND, 'state', 'seenAtSlot', 'finalAtMs', 'timestamp'))
if state ~= 'settled' or seen_at_slot ~= input.seenAtSlot or final_at then return {'none'} end
local holds = get_text(ROUND, 'holds')
if holds ~= input.holds then return {'holds', holds} end

-- The row names the lost settlement.
local booked = read_booked(ROUND)
book(BOOKS, HEAD, 'rolled-back', booked, input.mostBookRows)
for hold, units in ipairs(input.units) do
  local QUOTA, HOLDS = KEYS[6 + 2 * hold], KEYS[7 + 2 * hold]
  take(QUOTA, HOLDS, units, input.roundId)
  keep_quota(QUOTA, HOLDS, input.quotaTtlMs)
end
transition(ROUND, TOTALS, 'pending')
drop_pieces(ROUND, 'signature', 0)
redis.call('HDEL', ROUND, 'slot', 'seenAtSlot', 'endedClaim')
redis.call('HSET', ROUND, 'reason', input.reason, 'nextAttemptMs', now)
redis.call('HINCRBY', ROUND, 'rollbacks', 1)
redis.call('ZREM', UNFINAL, input.roundId)
redis.call('ZADD', PENDING, timestamp, input.roundId)
redis.call('ZADD', DUE, now, input.roundId)
return {'ok', booked.path, booked.entry}
