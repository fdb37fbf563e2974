-- Returns the answer that stops a transition of the reservation's holder, or nil when the transition may be made. The record was read with 'state'
-- and 'token'.
local function reservation_refusal(record, token, to)
  if not record.state then return {'unknown'} end
  if record.token ~= token then return {'stale'} end
  if record.state == to then return {'ok'} end
  if record.state ~= 'reserved' then return {'illegal', record.state} end
  return nil
end
