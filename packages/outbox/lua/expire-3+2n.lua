#!lua flags=allow-oom
-- Ends a reservation that is listed as overdue: whoever made it is gone.
-- Move  expire: reserved, signed -> expired
--
-- KEYS  1 round  2 reserved  3 totals  then for each hold: account, its holds
-- ARGV  1 round id  2 ms to keep record and accounts  3 holds of the record  then for each hold: units
-- Reply {'ok'} | {'none'} | {'holds', what the record holds}
-- include clock
-- include record
-- include accounts
-- include texts
local ROUND, RESERVED, TOTALS = KEYS[1], KEYS[2], KEYS[3]
local round_id = ARGV[1]

local state = redis.call('HGET', ROUND, 'state')
if state ~= 'reserved' and state ~= 'signed' then
  -- It ended a moment ago, or somebody deleted the record by hand, which must not keep the others from expiring.
  redis.call('ZREM', RESERVED, round_id)
  return {'none'}
end
local holds = get_text(ROUND, 'holds')
if holds ~= ARGV[3] then return {'holds', holds} end

for hold = 1, (#KEYS - 3) / 2 do
  local ACCOUNT, HOLDS = KEYS[2 + 2 * hold], KEYS[3 + 2 * hold]
  give_back(ACCOUNT, HOLDS, ARGV[3 + hold], round_id)
  keep_account(ACCOUNT, HOLDS, ARGV[2])
end
move(ROUND, TOTALS, 'expired')
redis.call('HSET', ROUND, 'reason', 'reservation_expired')
redis.call('ZREM', RESERVED, round_id)
redis.call('PEXPIRE', ROUND, ARGV[2])
return {'ok'}
