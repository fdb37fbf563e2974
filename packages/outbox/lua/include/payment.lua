-- One process at a time has a claim on a payment: first the gateway that began it, then any process that claims it once the lease is over.
-- Returns the answer that stops a command of another process, or nil when the command may go on. A claim ends with one command, which gets its
-- first answer again when it is repeated. A concluded payment is 'illegal' for every token.
local function payment_refusal(ROUND, token, command)
  local state, holder, ended = unpack(redis.call('HMGET', ROUND, 'state', 'claimToken', 'endedClaim'))
  if not state then return {'unknown'} end
  if ended == command .. ' ' .. token then return {'ok'} end
  if state ~= 'settling' and state ~= 'payment_unknown' then return {'illegal', state} end
  if holder ~= token then return {'stale'} end
  return nil
end
