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
-- include quotas
-- include texts
local ROUND, TOTALS = KEYS[1], KEYS[2]
local input = cjson.decode(ARGV[1])

local stop = payment_refusal(ROUND, input.token, 'doubt')
if stop then return stop end
local holds = get_text(ROUND, 'holds')
if holds ~= input.holds then return {'holds', holds} end

for hold, units in ipairs(input.units) do
  local QUOTA, HOLDS = KEYS[1 + 2 * hold], KEYS[2 + 2 * hold]
  give_back(QUOTA, HOLDS, units, input.roundId)
  keep_quota(QUOTA, HOLDS, input.quotaTtlMs)
end
-- A payment that stays in doubt enters no new state.
if redis.call('HGET', ROUND, 'state') == 'settling' then transition(ROUND, TOTALS, 'payment_unknown') end
set_text(ROUND, 'holds', input.staying)
end_claim(ROUND, input.token, 'doubt')
redis.call('HSET', ROUND, 'reason', input.reason, 'updatedAtMs', now)
return {'ok'}
