-- A hash is stored as a list pack, in a third of the memory, while no value is longer than 64 bytes. Longer texts, all of them ASCII, are
-- therefore stored in pieces: field0, field1 and so on.
local piece_length = 64

local function drop_pieces(ROUND, field, piece)
  while redis.call('HDEL', ROUND, field .. piece) == 1 do piece = piece + 1 end
end

local function set_text(ROUND, field, text)
  local pieces, count = {}, math.max(1, math.ceil(#text / piece_length))
  for piece = 0, count - 1 do
    table.insert(pieces, field .. piece)
    table.insert(pieces, string.sub(text, piece_length * piece + 1, piece_length * piece + piece_length))
  end
  redis.call('HSET', ROUND, unpack(pieces))
  drop_pieces(ROUND, field, count)
end

-- Stores a text of two parts in two fields. 'length' is that of the first part.
local function set_parts(ROUND, field, other, length, text)
  set_text(ROUND, field, string.sub(text, 1, length))
  set_text(ROUND, other, string.sub(text, length + 1))
end

local function get_text(ROUND, field)
  local text, piece = redis.call('HGET', ROUND, field .. '0'), 1
  while text and #text == piece_length * piece do
    text = text .. (redis.call('HGET', ROUND, field .. piece) or '')
    piece = piece + 1
  end
  return text
end
