#!lua flags=allow-oom
-- The outcome of the payment is unknown. Ends the claim, so that another process may find out. The caller is told, so the units held until the
-- answer are given back.
-- Transition  doubtPayment: settling -> payment_unknown
--
-- KEYS  1 round  2 totals  then for each hold until the answer: quota, its holds
-- Input  roundId: string
--        token: string          the claim's
--        reason: string
--        quotaTtlMs: number
--        holds: string          as the record keeps them
--        staying: string        those until the settlement, as the record keeps them
--        units: string[]        of each hold until the answer
-- Reply {'ok'} | {'unknown'} | {'stale'} | {'illegal', state} | {'holds', what the record holds}
-- include clock
-- include record
-- include claim
-- include payment
-- include units
-- include quotas
-- include texts
local ROUND, TOTALS = KEYS[1], KEYS[2]
local input = cjson.decode(ARGV[1])

local record = read_record(ROUND, 'state', 'claim', 'endedClaim', 'holds')
local stop = payment_refusal(record, input.token, 'doubt')
if stop then return stop end
if record.holds ~= input.holds then return {'holds', record.holds} end

for hold, units in ipairs(input.units) do
  local QUOTA, HOLDS = KEYS[1 + 2 * hold], KEYS[2 + 2 * hold]
  local quota = open_quota(QUOTA, HOLDS)
  give_back(quota, HOLDS, units, input.roundId)
  close_quota(quota, QUOTA, HOLDS, input.quotaTtlMs)
end
local fields = {}
add_text(fields, 'reason', input.reason)
add_text(fields, 'holds', input.staying)
end_claim(fields, input.token, 'doubt')
-- A payment that stays in doubt enters no new state.
if record.state == 'settling' then
  transition(ROUND, TOTALS, 'payment_unknown', fields)
else
  redis.call('HSET', ROUND, unpack(fields))
end
return {'ok'}
