#!lua flags=allow-oom
-- The round is on the ledger. A hold is given back in this same call when the ledger's reading already counts the settlement.
-- Transition  settle: pending -> settled
--
-- KEYS  1 round  2 pending  3 due  4 parked  5 unfinal  6 totals  then for each quota: quota, its holds
-- Input  roundId: string
--        token: string          the claim's
--        signature?: string     absent = unknown
--        slot?: string          of the settlement, absent = unknown
--        seenAtSlot: string     slot at which the settlement was seen
--        quotaTtlMs: number
--        holds: string          as the record keeps them
--        quotas: { units?: string, isFixed: boolean, reading?: { available: string, slot: string } }[]   units held, absent = none; what the ledger says
-- Reply {'ok'} | {'unknown'} | {'stale'} | {'illegal', state} | {'holds', what the record holds}
-- include clock
-- include record
-- include claim
-- include units
-- include quotas
-- include texts
local ROUND, PENDING, DUE, PARKED, UNFINAL, TOTALS = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5], KEYS[6]
local input = cjson.decode(ARGV[1])

local record = read_record(ROUND, 'state', 'claim', 'endedClaim', 'holds', 'reason0', 'parkedAtMs', 'held', 'nextAttemptMs')
local stop = claim_refusal(record, input.token, 'settle')
if stop then return stop end
if record.holds ~= input.holds then return {'holds', record.holds} end

for place, told in ipairs(input.quotas) do
  local QUOTA, HOLDS = KEYS[5 + 2 * place], KEYS[6 + 2 * place]
  local quota, reading = open_quota(QUOTA, HOLDS), told.reading
  if reading then store_what_is_left(quota, HOLDS, reading.available, reading.slot) end
  if told.units then
    if told.isFixed or (quota.slot and tonumber(quota.slot) >= tonumber(input.seenAtSlot)) then
      give_back(quota, HOLDS, told.units, input.roundId)
    else
      await_reading(quota, HOLDS, told.units, input.roundId, input.seenAtSlot)
    end
  end
  close_quota(quota, QUOTA, HOLDS, input.quotaTtlMs)
end
local fields = {'slot', input.slot or '', 'seenAtSlot', input.seenAtSlot}
-- A pending record has no signature.
add_text(fields, 'signature', input.signature or '')
end_claim(fields, input.token, 'settle')
transition(ROUND, TOTALS, 'settled', fields)
drop_fields(ROUND, record, 'reason0', 'parkedAtMs', 'held', 'nextAttemptMs')
redis.call('ZREM', PENDING, input.roundId)
redis.call('ZREM', DUE, input.roundId)
if record.parkedAtMs then redis.call('ZREM', PARKED, input.roundId) end
redis.call('ZADD', UNFINAL, now, input.roundId)
return {'ok'}
