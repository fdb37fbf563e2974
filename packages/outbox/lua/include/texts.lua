-- A hash is stored as a list pack, in a third of the memory, while no value is longer than 64 bytes. Longer texts, all of them ASCII, are
-- therefore stored in pieces: field0, field1 and so on.
local piece_length = 64
-- Pieces of each text that a read of the record asks for at once. A text that has more takes one read for each of them.
local pieces_read = {holds = 3, entry = 3, signature = 2, broadcasts = 2}

local function pieces_of(text)
  return math.max(1, math.ceil(#text / piece_length))
end

-- Reads fields of the record, and texts as a whole. A field that the record has not is nil.
local function read_record(ROUND, ...)
  local names = {}
  for _, name in ipairs({...}) do
    if not pieces_read[name] then table.insert(names, name) end
    for piece = 1, pieces_read[name] or 0 do table.insert(names, name .. piece - 1) end
  end
  local values, place, record = redis.call('HMGET', ROUND, unpack(names)), 0, {}
  for _, name in ipairs({...}) do
    local pieces = pieces_read[name] or 1
    local text = values[place + 1] or nil
    for piece = 2, pieces do text = text and text .. (values[place + piece] or '') end
    place = place + pieces
    while text and pieces_read[name] and #text == piece_length * pieces do
      text = text .. (redis.call('HGET', ROUND, name .. pieces) or '')
      pieces = pieces + 1
    end
    record[name] = text
  end
  return record
end

-- Drops the pieces of a text that the record had and a shorter one has not. nil is no text.
local function drop_pieces(ROUND, field, had, has)
  local names = {}
  for piece = has and pieces_of(has) or 0, had and pieces_of(had) - 1 or -1 do table.insert(names, field .. piece) end
  if #names > 0 then redis.call('HDEL', ROUND, unpack(names)) end
end

-- Adds the pieces of a text to the fields that a command writes.
local function add_text(fields, field, text)
  for piece = 0, pieces_of(text) - 1 do
    table.insert(fields, field .. piece)
    table.insert(fields, string.sub(text, piece_length * piece + 1, piece_length * piece + piece_length))
  end
end

-- Adds a text of two parts as two fields. 'length' is that of the first part.
local function add_parts(fields, field, other, length, text)
  add_text(fields, field, string.sub(text, 1, length))
  add_text(fields, other, string.sub(text, length + 1))
end
