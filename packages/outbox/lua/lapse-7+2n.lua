#!lua flags=allow-oom
-- The program no longer accepts the round. Only now are its units free without a settlement.
-- Transition  lapse: pending -> lapsed
--
-- KEYS  1 round  2 pending  3 due  4 parked  5 totals  6 books  7 head of the books  then for each hold: quota, its holds
-- Input  roundId: string
--        token: string         the claim's
--        reason: string
--        recordTtlMs: number   of the record and its quotas
--        mostBookRows: number   that wait
--        holds: string         as the record keeps them
--        units: string[]       of each hold
-- Reply {'ok', path?, entry?}: of the row, where this call booked it | {'unknown'} | {'stale'} | {'illegal', state} | {'holds', what the record holds}
-- include clock
-- include record
-- include claim
-- include quotas
-- include texts
-- include books
local ROUND, PENDING, DUE, PARKED, TOTALS, BOOKS, HEAD = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5], KEYS[6], KEYS[7]
local input = cjson.decode(ARGV[1])

local stop = claim_refusal(ROUND, input.token, 'lapse')
if stop then return stop end
local holds = get_text(ROUND, 'holds')
if holds ~= input.holds then return {'holds', holds} end

local booked = read_booked(ROUND)
book(BOOKS, HEAD, 'lapsed', booked, input.mostBookRows)
for hold, units in ipairs(input.units) do
  local QUOTA, HOLDS = KEYS[6 + 2 * hold], KEYS[7 + 2 * hold]
  give_back(QUOTA, HOLDS, units, input.roundId)
  keep_quota(QUOTA, HOLDS, input.recordTtlMs)
end
transition(ROUND, TOTALS, 'lapsed')
end_claim(ROUND, input.token, 'lapse')
redis.call('HSET', ROUND, 'reason', input.reason)
redis.call('HDEL', ROUND, 'parkedAtMs', 'held', 'nextAttemptMs')
drop_pieces(ROUND, 'wire', 0)
redis.call('ZREM', PENDING, input.roundId)
redis.call('ZREM', DUE, input.roundId)
redis.call('ZREM', PARKED, input.roundId)
redis.call('PEXPIRE', ROUND, input.recordTtlMs)
return {'ok', booked.path, booked.entry}
