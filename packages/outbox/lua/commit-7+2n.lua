#!lua flags=allow-oom
-- The round is signed. Stores what settlement needs and what is answered, and gives back the units held until the answer.
-- Transition  commit: reserved -> pending
--
-- KEYS  1 round  2 reserved  3 pending  4 due  5 totals  6 list  7 parked  then for each hold until the answer: quota, its holds
-- Input  roundId: string
--        token: string              the reservation's
--        timestampSeconds: string   the round's own
--        recordTtlMs: number        of the quotas and the list
--        isListed: boolean
--        isHeld: boolean            workers leave the round alone until an operator releases it
--        holds: string              as the record keeps them
--        staying: string            those until the settlement, as the record keeps them
--        units: string[]            of each hold until the answer
--        entryLength: number        characters of the text that the books keep
-- Text  what the books will say of the round, then settlement payload and result
-- Reply {'ok', rounds that ever reached pending} | {'ok'} when repeated | {'unknown'} | {'stale'} | {'illegal', state} | {'holds', what the record holds}
--
-- A repeated commit is 'ok' even when a worker has settled the round in between.
-- include clock
-- include record
-- include reservation
-- include units
-- include quotas
-- include texts
-- include listed
local ROUND, RESERVED, PENDING, DUE, TOTALS, LISTED, PARKED = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5], KEYS[6], KEYS[7]
local input = cjson.decode(ARGV[1])

local record = read_record(ROUND, 'state', 'token', 'timestamp', 'holds')
local stop = reservation_refusal(record, input.token, 'pending')
if stop and stop[1] == 'illegal' and record.timestamp then return {'ok'} end
if stop then return stop end
if record.holds ~= input.holds then return {'holds', record.holds} end

for hold, units in ipairs(input.units) do
  local QUOTA, HOLDS = KEYS[6 + 2 * hold], KEYS[7 + 2 * hold]
  local quota = open_quota(QUOTA, HOLDS)
  give_back(quota, HOLDS, units, input.roundId)
  close_quota(quota, QUOTA, HOLDS, input.recordTtlMs)
end
local fields = {'timestamp', input.timestampSeconds}
-- A short name: each piece repeats it.
add_parts(fields, 'entry', 'b', input.entryLength, ARGV[2])
if input.staying ~= record.holds then add_text(fields, 'holds', input.staying) end
if input.isHeld then
  -- The record counts as parked, and no worker claims it to settle.
  for _, text in ipairs({'parkedAtMs', now, 'held', 1}) do table.insert(fields, text) end
end
local reached = transition(ROUND, TOTALS, 'pending', fields)
redis.call('ZREM', RESERVED, input.roundId)
redis.call('ZADD', PENDING, input.timestampSeconds, input.roundId)
if input.isHeld then
  -- The negative time tells a held round from a parked one.
  redis.call('ZADD', PARKED, -now, input.roundId)
else
  redis.call('ZADD', DUE, now, input.roundId)
end
if input.isListed then list(LISTED, input.roundId, input.recordTtlMs) end
return {'ok', reached}
