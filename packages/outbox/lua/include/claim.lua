-- 'claim' is a text of at most 64 bytes: token, end of the lease in ms, and as much of the end of its process' name as there is room for. It is ''
-- once the claim has ended. 'endedClaim' has the command that ended the last one, and its token.

-- Returns the token and the end of the lease, or nil without a claim.
local function read_claim(record)
  return string.match(record.claim or '', '^(%S+) (%d+) ')
end

local function claim_text(token, until_ms, name)
  local text = token .. ' ' .. string.format('%d', until_ms) .. ' '
  return text .. string.sub(name, -math.max(1, 64 - #text))
end

-- The same claim with another end of its lease.
local function renewed_claim(record, until_ms)
  return (string.gsub(record.claim, ' %d+ ', ' ' .. string.format('%d', until_ms) .. ' ', 1))
end

-- Adds the fields by which a claim ends.
local function end_claim(fields, token, command)
  for _, text in ipairs({'claim', '', 'endedClaim', command .. ' ' .. token}) do table.insert(fields, text) end
end

-- Returns the answer that stops a command of the claim's holder, or nil when the command may go on. The record was read with 'state', 'claim' and
-- 'endedClaim'. A claim ends with one command, which gets its first answer again when it is repeated. Any other command comes too late.
local function claim_refusal(record, token, command)
  if not record.state then return {'unknown'} end
  if record.endedClaim == command .. ' ' .. token then return {'ok'} end
  if read_claim(record) ~= token then return {'stale'} end
  if record.state ~= 'pending' then return {'illegal', record.state} end
  return nil
end
