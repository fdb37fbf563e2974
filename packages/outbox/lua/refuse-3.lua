#!lua flags=allow-oom
-- The program refused the round: one attempt is used up; the last one parks it.
--
-- KEYS  1 round  2 due  3 parked
-- ARGV  1 round id  2 claim's token  3 reason  4 ms until the next attempt  5 most attempts
-- Reply {'scheduled'} | {'parked'} | {'unknown'} | {'stale'} | {'illegal', state}
-- include clock
-- include claim
local ROUND, DUE, PARKED = KEYS[1], KEYS[2], KEYS[3]
local round_id, token = ARGV[1], ARGV[2]

local function outcome()
  if redis.call('HEXISTS', ROUND, 'parkedAtMs') == 1 then return {'parked'} end
  return {'scheduled'}
end

local stop = claim_refusal(ROUND, token, 'refuse')
if stop and stop[1] == 'ok' then return outcome() end
if stop then return stop end

-- Not HINCRBY: a damaged record must park too.
local attempts = (tonumber(redis.call('HGET', ROUND, 'attempts')) or 0) + 1
redis.call('HSET', ROUND, 'reason', ARGV[3], 'attempts', attempts)
if attempts >= tonumber(ARGV[5]) then
  redis.call('HSET', ROUND, 'parkedAtMs', now)
  redis.call('ZREM', DUE, round_id)
  redis.call('ZADD', PARKED, now, round_id)
end
end_claim(ROUND, token, 'refuse')
schedule(ROUND, DUE, round_id, now + ARGV[4])
return outcome()
