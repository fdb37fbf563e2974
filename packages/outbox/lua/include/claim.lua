-- Returns the answer that stops a command of the claim's holder, or nil when the command may go on. A claim ends with one command, which gets
-- its first answer again when it is repeated. Any other command comes too late.
local function claim_refusal(ROUND, token, command)
  local state, holder, ended = unpack(redis.call('HMGET', ROUND, 'state', 'claimToken', 'endedClaim'))
  if not state then return {'unknown'} end
  if ended == command .. ' ' .. token then return {'ok'} end
  if holder ~= token then return {'stale'} end
  if state ~= 'pending' then return {'illegal', state} end
  return nil
end

-- Further names are of fields that go with the claim.
local function end_claim(ROUND, token, command, ...)
  redis.call('HDEL', ROUND, 'claimToken', 'claimUntilMs', 'claimedBy', ...)
  redis.call('HSET', ROUND, 'endedClaim', command .. ' ' .. token)
end

-- Sets when the record may be claimed next. A parked or held record is not listed as due.
local function schedule(ROUND, DUE, round_id, at_ms)
  redis.call('HSET', ROUND, 'nextAttemptMs', at_ms, 'updatedAtMs', now)
  if redis.call('HEXISTS', ROUND, 'parkedAtMs') == 0 then redis.call('ZADD', DUE, at_ms, round_id) end
end

-- For an operator, the reason why a record is parked matters more than why a later attempt was postponed.
local function wait_because(ROUND, reason)
  if redis.call('HEXISTS', ROUND, 'parkedAtMs') == 0 then redis.call('HSET', ROUND, 'reason', reason) end
end
