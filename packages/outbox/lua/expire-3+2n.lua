#!lua flags=allow-oom
-- Ends a reservation that is listed as overdue: the process that made it is gone.
-- Transition  expire: reserved, signed -> expired
--
-- KEYS  1 round  2 reserved  3 totals  then for each hold: quota, its holds
-- Input  roundId: string
--        recordTtlMs: number   of the record and its quotas
--        holds: string         as the record keeps them
--        units: string[]       of each hold
-- Reply {'ok'} | {'none'} | {'holds', what the record holds}
-- include clock
-- include record
-- include quotas
-- include texts
local ROUND, RESERVED, TOTALS = KEYS[1], KEYS[2], KEYS[3]
local input = cjson.decode(ARGV[1])

local state = redis.call('HGET', ROUND, 'state')
if state ~= 'reserved' and state ~= 'signed' then
  -- The reservation has just ended, or the record was deleted by hand. Neither may keep others from expiring.
  redis.call('ZREM', RESERVED, input.roundId)
  return {'none'}
end
-- Another process may have taken the identity again since it was listed.
if tonumber(redis.call('ZSCORE', RESERVED, input.roundId) or now) > now then return {'none'} end
local holds = get_text(ROUND, 'holds')
if holds ~= input.holds then return {'holds', holds} end

for hold, units in ipairs(input.units) do
  local QUOTA, HOLDS = KEYS[2 + 2 * hold], KEYS[3 + 2 * hold]
  give_back(QUOTA, HOLDS, units, input.roundId)
  keep_quota(QUOTA, HOLDS, input.recordTtlMs)
end
transition(ROUND, TOTALS, 'expired')
redis.call('HSET', ROUND, 'reason', 'reservation_expired')
redis.call('ZREM', RESERVED, input.roundId)
redis.call('PEXPIRE', ROUND, input.recordTtlMs)
return {'ok'}
