#!lua flags=allow-oom
-- Ends a reservation that is listed as overdue: the process that made it is gone.
-- Transition  expire: reserved -> expired
--
-- KEYS  1 round  2 reserved  3 totals  then for each hold: quota, its holds
-- Input  roundId: string
--        recordTtlMs: number   of the record and its quotas
--        holds: string         as the record keeps them
--        units: string[]       of each hold
-- Reply {'ok'} | {'none'} | {'holds', what the record holds}
-- include clock
-- include record
-- include units
-- include quotas
-- include texts
local ROUND, RESERVED, TOTALS = KEYS[1], KEYS[2], KEYS[3]
local input = cjson.decode(ARGV[1])

local record = read_record(ROUND, 'state', 'holds')
if record.state ~= 'reserved' then
  -- The reservation has just ended, or the record was deleted by hand. Neither may keep others from expiring.
  redis.call('ZREM', RESERVED, input.roundId)
  return {'none'}
end
-- Another process may have taken the identity again since it was listed.
if tonumber(redis.call('ZSCORE', RESERVED, input.roundId) or now) > now then return {'none'} end
if record.holds ~= input.holds then return {'holds', record.holds} end

for hold, units in ipairs(input.units) do
  local QUOTA, HOLDS = KEYS[2 + 2 * hold], KEYS[3 + 2 * hold]
  local quota = open_quota(QUOTA, HOLDS)
  give_back(quota, HOLDS, units, input.roundId)
  close_quota(quota, QUOTA, HOLDS, input.recordTtlMs)
end
local fields = {}
add_text(fields, 'reason', 'reservation_expired')
transition(ROUND, TOTALS, 'expired', fields)
redis.call('ZREM', RESERVED, input.roundId)
redis.call('PEXPIRE', ROUND, input.recordTtlMs)
return {'ok'}
