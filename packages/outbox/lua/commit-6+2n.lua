#!lua flags=allow-oom
-- The round is signed. Stores what settlement needs and what is answered, and gives back the units held until the answer.
-- Move  commit: reserved -> pending
--
-- KEYS  1 round  2 reserved  3 pending  4 due  5 totals  6 list  then for each hold until the answer: quota, its holds
-- Input  roundId: string
--        token: string              the reservation's
--        timestampSeconds: string   the round's own
--        recordTtlMs: number        of the quotas and the list
--        isListed: boolean
--        holds: string              as the record keeps them
--        staying: string            those until the settlement, as the record keeps them
--        units: string[]            of each hold until the answer
-- Text  settlement payload and result
-- Reply {'ok', rounds that ever reached pending} | {'ok'} when repeated | {'unknown'} | {'stale'} | {'illegal', state} | {'holds', what the record holds}
--
-- A repeated commit is 'ok' even when a worker has settled the round in between.
-- include clock
-- include record
-- include reservation
-- include quotas
-- include texts
-- include listed
local ROUND, RESERVED, PENDING, DUE, TOTALS, LISTED = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5], KEYS[6]
local input = cjson.decode(ARGV[1])

local stop = reservation_refusal(ROUND, input.token, 'pending', 'reserved')
if stop and stop[1] == 'illegal' and redis.call('HEXISTS', ROUND, 'timestamp') == 1 then return {'ok'} end
if stop then return stop end
local holds = get_text(ROUND, 'holds')
if holds ~= input.holds then return {'holds', holds} end

for hold, units in ipairs(input.units) do
  local QUOTA, HOLDS = KEYS[5 + 2 * hold], KEYS[6 + 2 * hold]
  give_back(QUOTA, HOLDS, units, input.roundId)
  keep_quota(QUOTA, HOLDS, input.recordTtlMs)
end
local reached = move(ROUND, TOTALS, 'pending')
-- A short name: each piece repeats it.
set_text(ROUND, 'b', ARGV[2])
set_text(ROUND, 'holds', input.staying)
redis.call('HSET', ROUND, 'timestamp', input.timestampSeconds)
-- From here on workers act on the record, and say who they are.
redis.call('HDEL', ROUND, 'createdBy')
redis.call('ZREM', RESERVED, input.roundId)
redis.call('ZADD', PENDING, input.timestampSeconds, input.roundId)
redis.call('ZADD', DUE, now, input.roundId)
if input.isListed then list(LISTED, input.roundId, input.recordTtlMs) end
return {'ok', reached}
