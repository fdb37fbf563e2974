#!lua flags=allow-oom
-- The program refused the round. Uses up one attempt; the last one parks the record. A held record stays held.
--
-- KEYS  1 round  2 due  3 parked
-- Input  roundId: string
--        token: string          the claim's
--        reason: string
--        retryAfterMs: number
--        maxAttempts: number
-- Reply {'scheduled'} | {'parked'} | {'unknown'} | {'stale'} | {'illegal', state}
-- include clock
-- include claim
local ROUND, DUE, PARKED = KEYS[1], KEYS[2], KEYS[3]
local input = cjson.decode(ARGV[1])

local function outcome()
  if redis.call('HEXISTS', ROUND, 'parkedAtMs') == 1 then return {'parked'} end
  return {'scheduled'}
end

local stop = claim_refusal(ROUND, input.token, 'refuse')
if stop and stop[1] == 'ok' then return outcome() end
if stop then return stop end

-- Not HINCRBY: a damaged record must park too.
local attempts = (tonumber(redis.call('HGET', ROUND, 'attempts')) or 0) + 1
redis.call('HSET', ROUND, 'reason', input.reason, 'attempts', attempts)
if attempts >= input.maxAttempts and redis.call('HEXISTS', ROUND, 'held') == 0 then
  redis.call('HSET', ROUND, 'parkedAtMs', now)
  redis.call('ZREM', DUE, input.roundId)
  redis.call('ZADD', PARKED, now, input.roundId)
end
end_claim(ROUND, input.token, 'refuse')
schedule(ROUND, DUE, input.roundId, now + input.retryAfterMs)
return outcome()
