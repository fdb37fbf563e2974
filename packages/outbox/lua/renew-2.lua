#!lua flags=allow-oom
-- The holder of the claim goes on. The record cannot be claimed by another worker for leaseMs from now.
--
-- KEYS  1 round  2 due
-- Input  roundId: string
--        token: string     the claim's
--        leaseMs: number
--        reason?: string   why the round waits, absent = nothing new
-- Reply {'ok'} | {'unknown'} | {'stale'} | {'illegal', state}
-- include clock
-- include claim
local ROUND, DUE = KEYS[1], KEYS[2]
local input = cjson.decode(ARGV[1])

local stop = claim_refusal(ROUND, input.token, 'renew')
if stop then return stop end

local until_ms = math.max(now + input.leaseMs, tonumber(redis.call('HGET', ROUND, 'claimUntilMs')))
redis.call('HSET', ROUND, 'claimUntilMs', until_ms)
if redis.call('HEXISTS', ROUND, 'parkedAtMs') == 0 then redis.call('ZADD', DUE, until_ms, input.roundId) end
if input.reason then wait_because(ROUND, input.reason) end
return {'ok'}
