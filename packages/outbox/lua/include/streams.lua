-- Bytes that an entry takes beside its texts, and bytes that the server takes for one of them: it rounds up.
local entry_bytes = 24
local bytes_a_byte = 1.25
-- Bytes of nodes that are partly empty.
local spare_bytes = 16384
-- Entries that one call removes, at most.
local most_removed = 1000

local function size_of(texts)
  local size = 0
  for _, text in ipairs(texts) do size = size + #text end
  return math.ceil(entry_bytes + bytes_a_byte * size)
end

-- Adds an entry to a stream whose bytes are counted under a name. Removes its oldest entries while they are too old, or together too large. Returns
-- the entry's id.
local function append(STREAM, BYTES, name, id, texts, most)
  if redis.call('EXISTS', STREAM) == 0 then redis.call('HDEL', BYTES, name) end
  local added = redis.call('XADD', STREAM, id, unpack(texts))
  local size = redis.call('HINCRBY', BYTES, name, size_of(texts))
  for _ = 1, most_removed do
    local first = redis.call('XRANGE', STREAM, '-', '+', 'COUNT', 1)[1]
    local since = tonumber(string.match(first[1], '^%d+'))
    if first[1] == added or (size <= most.bytes - spare_bytes and since >= now - most.lifeMs) then break end
    redis.call('XDEL', STREAM, first[1])
    size = redis.call('HINCRBY', BYTES, name, -size_of(first[2]))
  end
  redis.call('PEXPIRE', STREAM, most.lifeMs)
  return added
end
