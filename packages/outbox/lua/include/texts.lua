-- A hash is stored as a list pack, in a third of the memory, while no value is longer than 64 bytes. Longer texts, all of them ASCII, are
-- therefore stored in pieces: field0, field1 and so on.
local piece_length = 64

-- Drops the pieces from a number on. Mostly the record has no such piece. Else it has many, and each command repeats the key in the server's file.
local function drop_pieces(ROUND, field, piece)
  if redis.call('HDEL', ROUND, field .. piece) == 0 then return end
  local most = 8
  repeat
    local names = {}
    for next = 1, most do names[next] = field .. piece + next end
    piece = piece + most
  until redis.call('HDEL', ROUND, unpack(names)) < most
end

-- Adds the pieces of a text to the fields that a command writes. Returns how many pieces.
local function add_text(fields, field, text)
  local count = math.max(1, math.ceil(#text / piece_length))
  for piece = 0, count - 1 do
    table.insert(fields, field .. piece)
    table.insert(fields, string.sub(text, piece_length * piece + 1, piece_length * piece + piece_length))
  end
  return count
end

-- Adds a text of two parts as two fields. 'length' is that of the first part.
local function add_parts(fields, field, other, length, text)
  add_text(fields, field, string.sub(text, 1, length))
  add_text(fields, other, string.sub(text, length + 1))
end

local function set_text(ROUND, field, text)
  local fields = {}
  local count = add_text(fields, field, text)
  redis.call('HSET', ROUND, unpack(fields))
  drop_pieces(ROUND, field, count)
end

local function get_text(ROUND, field)
  local text, piece = redis.call('HGET', ROUND, field .. '0'), 1
  while text and #text == piece_length * piece do
    text = text .. (redis.call('HGET', ROUND, field .. piece) or '')
    piece = piece + 1
  end
  return text
end
