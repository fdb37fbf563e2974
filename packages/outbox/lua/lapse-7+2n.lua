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
-- include units
-- include quotas
-- include texts
-- include books
local ROUND, PENDING, DUE, PARKED, TOTALS, BOOKS, HEAD = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5], KEYS[6], KEYS[7]
local input = cjson.decode(ARGV[1])

local record = read_record(ROUND, 'state', 'claim', 'endedClaim', 'holds', 'parkedAtMs', 'held', 'nextAttemptMs', 'path', 'slot', 'signature', 'entry')
local stop = claim_refusal(record, input.token, 'lapse')
if stop then return stop end
if record.holds ~= input.holds then return {'holds', record.holds} end

book(BOOKS, HEAD, 'lapsed', record, input.mostBookRows)
for hold, units in ipairs(input.units) do
  local QUOTA, HOLDS = KEYS[6 + 2 * hold], KEYS[7 + 2 * hold]
  local quota = open_quota(QUOTA, HOLDS)
  give_back(quota, HOLDS, units, input.roundId)
  close_quota(quota, QUOTA, HOLDS, input.recordTtlMs)
end
local fields = {}
add_text(fields, 'reason', input.reason)
end_claim(fields, input.token, 'lapse')
transition(ROUND, TOTALS, 'lapsed', fields)
drop_fields(ROUND, record, 'parkedAtMs', 'held', 'nextAttemptMs')
redis.call('ZREM', PENDING, input.roundId)
redis.call('ZREM', DUE, input.roundId)
if record.parkedAtMs then redis.call('ZREM', PARKED, input.roundId) end
redis.call('PEXPIRE', ROUND, input.recordTtlMs)
return {'ok', record.path or '', record.entry or ''}
