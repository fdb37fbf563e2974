#!lua flags=allow-oom
-- Undoes a reservation under which no round was begun: its holder never heard that it was made. Nothing of it stays, so the same request may be
-- served later.
--
-- KEYS  1 round  2 reserved  3 totals  4 list  then each exclusive key  then for each hold: quota, its holds
-- Input  roundId: string
--        token: string          the reservation's
--        quotaTtlMs: number
--        exclusives: number     exclusive keys that the reservation asked for
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
local ROUND, RESERVED, TOTALS, LISTED = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local input = cjson.decode(ARGV[1])
local exclusives = input.exclusives

local record = read_record(ROUND, 'state', 'token', 'holds')
local stop = reservation_refusal(record, input.token, nil)
if stop then return stop end
if record.holds ~= input.holds then return {'holds', record.holds} end

for exclusive = 1, exclusives do
  local EXCLUSIVE = KEYS[4 + exclusive]
  give_up(EXCLUSIVE, input.roundId)
end
for hold, units in ipairs(input.units) do
  local QUOTA, HOLDS = KEYS[3 + exclusives + 2 * hold], KEYS[4 + exclusives + 2 * hold]
  local quota = open_quota(QUOTA, HOLDS)
  give_back(quota, HOLDS, units, input.roundId)
  close_quota(quota, QUOTA, HOLDS, input.quotaTtlMs)
end
redis.call('DEL', ROUND)
redis.call('ZREM', RESERVED, input.roundId)
redis.call('ZREM', LISTED, input.roundId)
announce(ROUND, TOTALS)
return {'ok'}
