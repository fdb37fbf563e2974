#!lua flags=allow-oom
-- The round will not be answered, nor paid: its identity stays used, what it held is given back, and those exclusive keys that its caller may use again.
-- Move  fail: reserved, signed -> failed
--
-- KEYS  1 round  2 reserved  3 totals  then each exclusive key that is given back  then for each hold: account, its holds
-- ARGV  1 round id  2 reservation's token  3 reason  4 ms to keep accounts  5 holds of the record
--       6 exclusive keys given back  7 ms to keep the record  then for each hold: units
-- Reply {'ok'} | {'unknown'} | {'stale'} | {'illegal', state} | {'holds', what the record holds}
-- include clock
-- include record
-- include reservation
-- include accounts
-- include texts
-- include exclusives
local ROUND, RESERVED, TOTALS = KEYS[1], KEYS[2], KEYS[3]
local round_id, exclusives = ARGV[1], tonumber(ARGV[6])

local stop = reservation_refusal(ROUND, ARGV[2], 'failed', 'reserved', 'signed')
if stop then return stop end
local holds = get_text(ROUND, 'holds')
if holds ~= ARGV[5] then return {'holds', holds} end

for exclusive = 1, exclusives do
  local EXCLUSIVE = KEYS[3 + exclusive]
  give_up(EXCLUSIVE, round_id)
end
for hold = 1, (#KEYS - 3 - exclusives) / 2 do
  local ACCOUNT, HOLDS = KEYS[2 + exclusives + 2 * hold], KEYS[3 + exclusives + 2 * hold]
  give_back(ACCOUNT, HOLDS, ARGV[7 + hold], round_id)
  keep_account(ACCOUNT, HOLDS, ARGV[4])
end
move(ROUND, TOTALS, 'failed')
redis.call('HSET', ROUND, 'reason', ARGV[3])
redis.call('ZREM', RESERVED, round_id)
redis.call('PEXPIRE', ROUND, ARGV[7])
return {'ok'}
