-- State of a feed as PUBLICATIONS has it: open or closed, since when in unix seconds, by whom, and the owner in base58.
local function read_publication(text)
  local state, at, by, owner = string.match(text, '^(%a+) (%d+) (%a+) (%w+)$')
  return { is_open = state == 'open', at = tonumber(at), by = by, owner = owner }
end
