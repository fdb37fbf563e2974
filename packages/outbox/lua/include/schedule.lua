-- A pending record that is parked or held is not listed as due. It was read with 'parkedAtMs'.

-- Adds when the record may be claimed next, and why it waits, to the fields that a command writes. For an operator, the reason why a record is
-- parked matters more than why a later attempt was postponed.
local function schedule(DUE, record, fields, round_id, at_ms, reason)
  table.insert(fields, 'nextAttemptMs')
  table.insert(fields, at_ms)
  if record.parkedAtMs then return end
  redis.call('ZADD', DUE, at_ms, round_id)
  if reason then add_text(fields, 'reason', reason) end
end
