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
-- include quotas
-- include texts
local ROUND, PENDING, DUE, PARKED, UNFINAL, TOTALS = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5], KEYS[6]
local input = cjson.decode(ARGV[1])

local stop = claim_refusal(ROUND, input.token, 'settle')
if stop then return stop end
local holds = get_text(ROUND, 'holds')
if holds ~= input.holds then return {'holds', holds} end

for quota, told in ipairs(input.quotas) do
  local QUOTA, HOLDS = KEYS[5 + 2 * quota], KEYS[6 + 2 * quota]
  local reading = told.reading
  if reading then store_what_is_left(QUOTA, HOLDS, reading.available, reading.slot) end
  if told.units then
    local known_slot = redis.call('HGET', QUOTA, 'slot')
    if told.isFixed or (known_slot and tonumber(known_slot) >= tonumber(input.seenAtSlot)) then
      give_back(QUOTA, HOLDS, told.units, input.roundId)
    else
      redis.call('ZADD', HOLDS, 'XX', input.seenAtSlot, member_of(told.units, input.roundId))
    end
  end
  keep_quota(QUOTA, HOLDS, input.quotaTtlMs)
end
local fields = {'slot', input.slot or '', 'seenAtSlot', input.seenAtSlot}
-- A pending record has no signature.
add_text(fields, 'signature', input.signature or '')
transition(ROUND, TOTALS, 'settled', fields)
end_claim(ROUND, input.token, 'settle', 'reason', 'parkedAtMs', 'held', 'nextAttemptMs')
redis.call('ZREM', PENDING, input.roundId)
redis.call('ZREM', DUE, input.roundId)
redis.call('ZREM', PARKED, input.roundId)
redis.call('ZADD', UNFINAL, now, input.roundId)
return {'ok'}
