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
-- include units
-- include quotas
-- include texts
-- include books
local ROUND, PENDING, DUE, UNFINAL, TOTALS, BOOKS, HEAD = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5], KEYS[6], KEYS[7]
local input = cjson.decode(ARGV[1])

local record = read_record(ROUND, 'state', 'seenAtSlot', 'finalAtMs', 'timestamp', 'holds', 'rollbacks', 'path', 'slot', 'signature', 'entry')
if record.state ~= 'settled' or record.seenAtSlot ~= input.seenAtSlot or record.finalAtMs then return {'none'} end
if record.holds ~= input.holds then return {'holds', record.holds} end

-- The row names the lost settlement.
book(BOOKS, HEAD, 'rolled-back', record, input.mostBookRows)
for hold, units in ipairs(input.units) do
  local QUOTA, HOLDS = KEYS[6 + 2 * hold], KEYS[7 + 2 * hold]
  local quota = open_quota(QUOTA, HOLDS)
  take(quota, HOLDS, units, input.roundId)
  close_quota(quota, QUOTA, HOLDS, input.quotaTtlMs)
end
local fields = {'nextAttemptMs', now, 'rollbacks', (tonumber(record.rollbacks) or 0) + 1}
add_text(fields, 'reason', input.reason)
transition(ROUND, TOTALS, 'pending', fields)
redis.call('HDEL', ROUND, 'signature0', 'slot', 'seenAtSlot', 'endedClaim')
redis.call('ZREM', UNFINAL, input.roundId)
redis.call('ZADD', PENDING, record.timestamp, input.roundId)
redis.call('ZADD', DUE, now, input.roundId)
return {'ok', record.path or '', record.entry or ''}
