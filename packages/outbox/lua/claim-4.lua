#!lua flags=allow-oom
-- Gives one worker a claim on the record. Once the lease of a claim is over, the next worker that asks takes over.
--
-- KEYS  1 round  2 due  3 pending  4 parked
-- Input  roundId: string
--        token: string     of the new claim
--        workerId: string
--        leaseMs: number
--        early: boolean    also when the record is parked, held or not due yet
-- Reply {'claimed', then name and value of each field of the record} | {'none'}
-- include clock
local ROUND, DUE, PENDING, PARKED = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local input = cjson.decode(ARGV[1])

local function claimed()
  return {'claimed', unpack(redis.call('HGETALL', ROUND))}
end

local state, holder, lease_end, next_attempt, parked =
  unpack(redis.call('HMGET', ROUND, 'state', 'claimToken', 'claimUntilMs', 'nextAttemptMs', 'parkedAtMs'))
if not state then
  -- The record was deleted by hand.
  redis.call('ZREM', DUE, input.roundId)
  redis.call('ZREM', PENDING, input.roundId)
  redis.call('ZREM', PARKED, input.roundId)
end
if state ~= 'pending' then return {'none'} end
if holder == input.token then return claimed() end
if holder and tonumber(lease_end) > now then return {'none'} end
-- A record without a time has not been tried yet.
if not input.early and (parked or tonumber(next_attempt or 0) > now) then return {'none'} end

local until_ms = now + input.leaseMs
redis.call('HSET', ROUND, 'claimToken', input.token, 'claimUntilMs', until_ms, 'claimedBy', input.workerId)
if not parked then redis.call('ZADD', DUE, until_ms, input.roundId) end
return claimed()
