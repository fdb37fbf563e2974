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

-- Returns the answer that stops a command which took the entry of the round for another one, or nil. The record was read with 'entry'.
local function other_entry(record, entry)
  if (record.entry or '') ~= entry then return {'entry', record.entry or ''} end
  return nil
end

-- Books a conclusion of a round, whose record was read with 'path', 'slot', 'signature' and 'entry'. The server undoes nothing of a script that fails,
-- so this comes before the state of the round changes: no round concludes without a row.
local function book(BOOKS, HEAD, kind, record, most_rows)
  if redis.call('XLEN', BOOKS) < most_rows then
    local told = {record.path or '', record.slot or '', record.signature or '', record.entry or ''}
    append_row(BOOKS, HEAD, string.sub(kind, 1, 1) .. ' ' .. now .. ' ' .. table.concat(told, ' '))
  else
    if redis.call('HINCRBY', HEAD, 'gap', 1) == 1 then redis.call('HSET', HEAD, 'gapSinceMs', now) end
    redis.call('HSET', HEAD, 'gapUntilMs', now)
    redis.call('HINCRBY', HEAD, 'lost', 1)
  end
end
