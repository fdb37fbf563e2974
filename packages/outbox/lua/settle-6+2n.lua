#!lua flags=allow-oom
-- The round is on the ledger. A hold is given back in this same call when the ledger's figure already counts it.
-- Move  settle: pending -> settled
--
-- KEYS  1 round  2 pending  3 due  4 parked  5 unfinal  6 totals  then for each account: account, its holds
-- ARGV  1 round id  2 claim's token  3 signature, '' = unknown  4 slot of the settlement, '' = unknown  5 slot it was seen at
--       6 holds of the record  7 ms to keep an account
--       then for each account: units held or '' = none, 'ledger' or 'fixed', available or '', slot of that figure or '' = none is known
-- Reply {'ok'} | {'unknown'} | {'stale'} | {'illegal', state} | {'holds', what the record holds}
-- include clock
-- include record
-- include claim
-- include accounts
-- include texts
local ROUND, PENDING, DUE, PARKED, UNFINAL, TOTALS = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5], KEYS[6]
local round_id, token, seen_at_slot = ARGV[1], ARGV[2], ARGV[5]

local stop = claim_refusal(ROUND, token, 'settle')
if stop then return stop end
local holds = get_text(ROUND, 'holds')
if holds ~= ARGV[6] then return {'holds', holds} end

for account = 1, (#KEYS - 6) / 2 do
  local ACCOUNT, HOLDS = KEYS[5 + 2 * account], KEYS[6 + 2 * account]
  local units, basis, available, slot = unpack(ARGV, 4 + 4 * account, 7 + 4 * account)
  if slot ~= '' then store_figure(ACCOUNT, HOLDS, available, slot) end
  if units ~= '' then
    local known_slot = redis.call('HGET', ACCOUNT, 'slot')
    if basis == 'fixed' or (known_slot and tonumber(known_slot) >= tonumber(seen_at_slot)) then
      give_back(ACCOUNT, HOLDS, units, round_id)
    else
      redis.call('ZADD', HOLDS, 'XX', seen_at_slot, member_of(units, round_id))
    end
  end
  keep_account(ACCOUNT, HOLDS, ARGV[7])
end
move(ROUND, TOTALS, 'settled')
end_claim(ROUND, token, 'settle')
set_text(ROUND, 'signature', ARGV[3])
redis.call('HSET', ROUND, 'slot', ARGV[4], 'seenAtSlot', seen_at_slot)
redis.call('HDEL', ROUND, 'reason', 'parkedAtMs', 'nextAttemptMs')
redis.call('ZREM', PENDING, round_id)
redis.call('ZREM', DUE, round_id)
redis.call('ZREM', PARKED, round_id)
redis.call('ZADD', UNFINAL, now, round_id)
return {'ok'}
