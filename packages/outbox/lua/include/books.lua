-- The books keep a row for each conclusion of a round. BOOKS is the stream of the rows that wait to be pulled, each by its number. HEAD is a hash.
-- Its 'marker' names this set of records, and 'seq' is the newest number. A gap row counts rows that found no room: 'gap' is the number of the
-- newest one, 'count' what it counts, and 'lost' the sum of all. 'puller', 'pulledBy' and 'pullerUntilMs' are the lease of the process that pulls.

-- Number of a new row. The first one also names the marker.
local function next_number(HEAD, round_id)
  local seq = redis.call('HINCRBY', HEAD, 'seq', 1)
  if seq == 1 then redis.call('HSET', HEAD, 'marker', string.sub(redis.sha1hex(round_id .. time[1] .. ' ' .. time[2]), 1, 16)) end
  return seq
end

-- The gap row is always the newest row, so it can be written anew for each row that finds no room.
local function book_gap(BOOKS, HEAD, round_id)
  local newest, gap, count = unpack(redis.call('HMGET', HEAD, 'seq', 'gap', 'count'))
  if not gap or gap ~= newest then
    gap, count = next_number(HEAD, round_id), 0
  else
    redis.call('XDEL', BOOKS, gap .. '-' .. count)
  end
  count = count + 1
  redis.call('HSET', HEAD, 'gap', gap, 'count', count)
  redis.call('HINCRBY', HEAD, 'lost', 1)
  redis.call('XADD', BOOKS, gap .. '-' .. count, 'kind', 'gap', 'at', now, 'count', count)
end

-- Books a conclusion of the round by what its record holds now. Returns its path and its entry.
local function book(BOOKS, HEAD, ROUND, round_id, kind, most_rows)
  local path, slot, signature, signature_end, entry, entry_2, entry_3, entry_4 =
    unpack(redis.call('HMGET', ROUND, 'path', 'slot', 'signature0', 'signature1', 'entry0', 'entry1', 'entry2', 'entry3'))
  entry = (entry or '') .. (entry_2 or '') .. (entry_3 or '') .. (entry_4 or '')
  if redis.call('XLEN', BOOKS) >= most_rows then
    book_gap(BOOKS, HEAD, round_id)
  else
    redis.call('XADD', BOOKS, next_number(HEAD, round_id) .. '-0', 'kind', kind, 'at', now, 'round', round_id, 'path', path or '',
      'entry', entry, 'slot', slot or '', 'signature', (signature or '') .. (signature_end or ''))
  end
  return path or '', entry
end
