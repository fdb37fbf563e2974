-- The answer that stops a command of the claim's holder, or nil when it may go on. A claim ends with one command; that one repeated is
-- answered as it was the first time, any other comes too late.
local function claim_refusal(ROUND, token, command)
  local state, holder, ended = unpack(redis.call('HMGET', ROUND, 'state', 'claimToken', 'endedClaim'))
  if not state then return {'unknown'} end
  if ended == command .. ' ' .. token then return {'ok'} end
  if holder ~= token then return {'stale'} end
  if state ~= 'pending' then return {'illegal', state} end
  return nil
end

local function end_claim(ROUND, token, command)
  redis.call('HDEL', ROUND, 'claimToken', 'claimUntilMs', 'claimedBy')
  redis.call('HSET', ROUND, 'endedClaim', command .. ' ' .. token)
end

-- When somebody may claim the record next. A parked one is nobody's.
local function schedule(ROUND, DUE, round_id, at_ms)
  redis.call('HSET', ROUND, 'nextAttemptMs', at_ms, 'updatedAtMs', now)
  if redis.call('HEXISTS', ROUND, 'parkedAtMs') == 0 then redis.call('ZADD', DUE, at_ms, round_id) end
end

-- Why a record is parked matters more to an operator than why a later look at it was put off.
local function wait_because(ROUND, reason)
  if redis.call('HEXISTS', ROUND, 'parkedAtMs') == 0 then redis.call('HSET', ROUND, 'reason', reason) end
end
