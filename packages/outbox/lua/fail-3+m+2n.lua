#!lua flags=allow-oom
-- The round will not be answered or paid. Its identity stays used, unless its authorization is unused. Gives back its units, and the exclusive keys
-- that its caller may use again.
-- Transition  fail: reserved -> failed
--
-- KEYS  1 round  2 reserved  3 totals  then each exclusive key that is given back  then for each hold: quota, its holds
-- Input  roundId: string
--        token: string          the reservation's
--        reason: string
--        failure?: string       what its requester may be told of it
--        quotaTtlMs: number
--        recordTtlMs: number
--        exclusives: number     exclusive keys given back
--        unused?: boolean       the same request may be reserved again
--        holds: string          as the record keeps them
--        units: string[]        of each hold
-- Reply {'ok'} | {'unknown'} | {'stale'} | {'illegal', state} | {'holds', what the record holds}
-- include clock
-- include record
-- include reservation
-- include units
-- include quotas
-- include texts
-- include exclusives
local ROUND, RESERVED, TOTALS = KEYS[1], KEYS[2], KEYS[3]
local input = cjson.decode(ARGV[1])
local exclusives = input.exclusives

local record = read_record(ROUND, 'state', 'token', 'holds')
local stop = reservation_refusal(record, input.token, 'failed')
if stop then return stop end
if record.holds ~= input.holds then return {'holds', record.holds} end

for exclusive = 1, exclusives do
  local EXCLUSIVE = KEYS[3 + exclusive]
  give_up(EXCLUSIVE, input.roundId)
end
for hold, units in ipairs(input.units) do
  local QUOTA, HOLDS = KEYS[2 + exclusives + 2 * hold], KEYS[3 + exclusives + 2 * hold]
  local quota = open_quota(QUOTA, HOLDS)
  give_back(quota, HOLDS, units, input.roundId)
  close_quota(quota, QUOTA, HOLDS, input.quotaTtlMs)
end
local fields = {}
add_text(fields, 'reason', input.reason)
if input.failure then add_text(fields, 'failure', input.failure) end
if input.unused then
  table.insert(fields, 'unused')
  table.insert(fields, 1)
end
transition(ROUND, TOTALS, 'failed', fields)
redis.call('ZREM', RESERVED, input.roundId)
redis.call('PEXPIRE', ROUND, input.recordTtlMs)
return {'ok'}
