-- One process at a time has a claim on a payment: first the gateway that began it, then any process that claims it once the lease is over.
-- Returns the answer that stops a command of another process, or nil when the command may go on. The record was read with 'state', 'claim' and
-- 'endedClaim'. A claim ends with one command, which gets its first answer again when it is repeated. A concluded payment is 'illegal' for every token.
local function payment_refusal(record, token, command)
  local state = record.state
  if not state then return {'unknown'} end
  if record.endedClaim == command .. ' ' .. token then return {'ok'} end
  if state ~= 'settling' and state ~= 'payment_unknown' then return {'illegal', state} end
  if read_claim(record) ~= token then return {'stale'} end
  return nil
end
