#!lua flags=allow-oom
-- The round is on the ledger. A hold is given back in this same call when the ledger's figure already counts the settlement.
-- Move  settle: pending -> settled
--
-- KEYS  1 round  2 pending  3 due  4 parked  5 unfinal  6 totals  then for each account: account, its holds
-- Input  roundId: string
--        token: string          the claim's
--        signature?: string     absent = unknown
--        slot?: string          of the settlement, absent = unknown
--        seenAtSlot: string     slot at which the settlement was seen
--        accountTtlMs: number
--        holds: string          as the record keeps them
--        accounts: { units?: string, isFixed: boolean, figure?: { available: string, slot: string } }[]   units held, absent = none; what the ledger says
-- Reply {'ok'} | {'unknown'} | {'stale'} | {'illegal', state} | {'holds', what the record holds}
-- include clock
-- include record
-- include claim
-- include accounts
-- include texts
local ROUND, PENDING, DUE, PARKED, UNFINAL, TOTALS = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5], KEYS[6]
local input = cjson.decode(ARGV[1])

local stop = claim_refusal(ROUND, input.token, 'settle')
if stop then return stop end
local holds = get_text(ROUND, 'holds')
if holds ~= input.holds then return {'holds', holds} end

for account, told in ipairs(input.accounts) do
  local ACCOUNT, HOLDS = KEYS[5 + 2 * account], KEYS[6 + 2 * account]
  local figure = told.figure
  if figure then store_figure(ACCOUNT, HOLDS, figure.available, figure.slot) end
  if told.units then
    local known_slot = redis.call('HGET', ACCOUNT, 'slot')
    if told.isFixed or (known_slot and tonumber(known_slot) >= tonumber(input.seenAtSlot)) then
      give_back(ACCOUNT, HOLDS, told.units, input.roundId)
    else
      redis.call('ZADD', HOLDS, 'XX', input.seenAtSlot, member_of(told.units, input.roundId))
    end
  end
  keep_account(ACCOUNT, HOLDS, input.accountTtlMs)
end
move(ROUND, TOTALS, 'settled')
end_claim(ROUND, input.token, 'settle')
set_text(ROUND, 'signature', input.signature or '')
redis.call('HSET', ROUND, 'slot', input.slot or '', 'seenAtSlot', input.seenAtSlot)
redis.call('HDEL', ROUND, 'reason', 'parkedAtMs', 'nextAttemptMs')
redis.call('ZREM', PENDING, input.roundId)
redis.call('ZREM', DUE, input.roundId)
redis.call('ZREM', PARKED, input.roundId)
redis.call('ZADD', UNFINAL, now, input.roundId)
return {'ok'}
