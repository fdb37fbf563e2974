-- A hash is stored as a list pack, in a third of the memory, while no value was ever longer than 64 bytes. Longer texts are therefore stored
-- in pieces: field0, field1 and so on. A text ends with its first piece that is shorter. Pieces that an earlier text left behind it do not count.
local piece_length = 64
-- Lua takes longer to write a number than to cut a piece.
local digits = {'0', '1', '2', '3', '4', '5', '6', '7', '8', '9'}
local function numbered(name, piece)
  if piece < 10 then return name .. digits[piece + 1] end
  return numbered(name, math.floor(piece / 10)) .. digits[piece % 10 + 1]
end
-- Pieces of each text that a read of the record asks for at once. A text that has more takes one read for each of them.
local pieces_read = {holds = 3, entry = 3, signature = 2, broadcasts = 2, reason = 2, failure = 4}

-- Reads fields of the record, and texts as a whole. A field that the record has not is nil.
local function read_record(ROUND, ...)
  local names = {}
  for _, name in ipairs({...}) do
    if not pieces_read[name] then names[#names + 1] = name end
    for piece = 1, pieces_read[name] or 0 do names[#names + 1] = numbered(name, piece - 1) end
  end
  local values, place, record = redis.call('HMGET', ROUND, unpack(names)), 0, {}
  for _, name in ipairs({...}) do
    local read, pieces, text = pieces_read[name] or 1, 1, values[place + 1] or nil
    while text and pieces_read[name] and #text == piece_length * pieces do
      local piece
      if pieces < read then piece = values[place + pieces + 1] else piece = redis.call('HGET', ROUND, numbered(name, pieces)) end
      text, pieces = text .. (piece or ''), pieces + 1
    end
    place = place + read
    record[name] = text
  end
  return record
end

-- Drops fields that the record was read to have. A text without its first piece is absent.
local function drop_fields(ROUND, record, ...)
  local names = {}
  for _, name in ipairs({...}) do
    if record[name] then names[#names + 1] = name end
  end
  if #names > 0 then redis.call('HDEL', ROUND, unpack(names)) end
end

-- Adds the pieces of a text to the fields that a command writes.
local function add_text(fields, field, text)
  for piece = 0, math.floor(#text / piece_length) do
    fields[#fields + 1] = numbered(field, piece)
    fields[#fields + 1] = string.sub(text, piece_length * piece + 1, piece_length * piece + piece_length)
  end
end

-- Adds a text of two parts as two fields. 'length' is that of the first part.
local function add_parts(fields, field, other, length, text)
  add_text(fields, field, string.sub(text, 1, length))
  add_text(fields, other, string.sub(text, length + 1))
end
