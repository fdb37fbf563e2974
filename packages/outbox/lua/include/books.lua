-- The books keep a row for each conclusion of a round. BOOKS is the stream of the rows that wait to be pulled. Row 7 has the id 0-7: the server
-- numbers the rows, and removed ones keep their numbers. A row is one text: first letter of its kind and time, then path, slot, signature and entry of the
-- round, with a blank between them. HEAD is a hash, and its 'marker' names this set of records. 'gap' counts rows that found no room since the newest row.
-- 'gapSinceMs' and 'gapUntilMs' are the times of their first and last. 'lost' is the sum of all such rows. 'puller', 'pulledBy' and 'pullerUntilMs' are
-- the lease of the process that pulls.

-- The first row also makes the marker.
local function append_row(BOOKS, HEAD, row)
  if redis.call('XADD', BOOKS, '0-*', 'row', row) ~= '0-1' then return end
  redis.call('HSET', HEAD, 'marker', string.sub(redis.sha1hex(row .. time[1] .. ' ' .. time[2]), 1, 16))
end

-- Rows that found no room become one row. Room is made only by a pull, which calls this first: the gap row comes before the rows after it.
local function end_gap(BOOKS, HEAD)
  local count, since_ms, until_ms = unpack(redis.call('HMGET', HEAD, 'gap', 'gapSinceMs', 'gapUntilMs'))
  if not count then return end
  append_row(BOOKS, HEAD, 'g ' .. until_ms .. ' ' .. since_ms .. ' ' .. count)
  redis.call('HDEL', HEAD, 'gap', 'gapSinceMs', 'gapUntilMs')
end

-- The record of a round has these parts of its row. Further fields of the record are returned behind them.
local function read_booked(ROUND, ...)
  local values = redis.call('HMGET', ROUND, 'path', 'slot', 'signature0', 'signature1', 'entry0', 'entry1', 'entry2', ...)
  local path, slot, signature, signature_2, entry, entry_2, entry_3 = unpack(values)
  local booked = {
    path = path or '',
    slot = slot or '',
    signature = (signature or '') .. (signature_2 or ''),
    entry = (entry or '') .. (entry_2 or '') .. (entry_3 or ''),
  }
  return booked, unpack(values, 8)
end

-- Returns the answer that stops a command which took the entry of the round for another one, or nil.
local function other_entry(booked, entry)
  if booked.entry ~= entry then return {'entry', booked.entry} end
  return nil
end

-- Books a conclusion of a round. The server undoes nothing of a script that fails, so this comes before the state of the round changes: no round
-- concludes without a row.
local function book(BOOKS, HEAD, kind, booked, most_rows)
  if redis.call('XLEN', BOOKS) < most_rows then
    local row = table.concat({string.sub(kind, 1, 1), now, booked.path, booked.slot, booked.signature, booked.entry}, ' ')
    append_row(BOOKS, HEAD, row)
  else
    if redis.call('HINCRBY', HEAD, 'gap', 1) == 1 then redis.call('HSET', HEAD, 'gapSinceMs', now) end
    redis.call('HSET', HEAD, 'gapUntilMs', now)
    redis.call('HINCRBY', HEAD, 'lost', 1)
  end
end
