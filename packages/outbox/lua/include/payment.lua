-- Whoever holds a payment has a claim on it: the gateway that began it, then whoever claims it once that claim's time is over. The answer
-- that stops a command of anybody else, or nil when it may go on. A claim ends with one command, which repeated is answered as it was the
-- first time; that the payment is concluded is said to all.
local function payment_refusal(ROUND, token, command)
  local state, holder, ended = unpack(redis.call('HMGET', ROUND, 'state', 'claimToken', 'endedClaim'))
  if not state then return {'unknown'} end
  if ended == command .. ' ' .. token then return {'ok'} end
  if state ~= 'settling' and state ~= 'payment_unknown' then return {'illegal', state} end
  if holder ~= token then return {'stale'} end
  return nil
end
