-- Returns the answer that stops a transition of the reservation's holder from one of two states, or nil when the transition may be made.
local function reservation_refusal(ROUND, token, to, from, or_from)
  local state, holder = unpack(redis.call('HMGET', ROUND, 'state', 'token'))
  if not state then return {'unknown'} end
  if holder ~= token then return {'stale'} end
  if state == to then return {'ok'} end
  if state ~= from and state ~= or_from then return {'illegal', state} end
  return nil
end
