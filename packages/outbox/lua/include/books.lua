-- The books keep a row for each conclusion of a round. BOOKS is the stream of the rows that wait to be pulled, each by its number. HEAD is a hash.
-- Its 'marker' names this set of records, and 'seq' is the newest number. A gap row counts rows that found no room: 'gap' is the number of the
-- newest one, 'count' what it counts, and 'lost' the sum of all. 'puller', 'pulledBy' and 'pullerUntilMs' are the lease of the process that pulls.

-- Number of a new row.
local function next_number(HEAD)
  return string.format('%d', (redis.call('HGET', HEAD, 'seq') or 0) + 1)
end

-- A row has this number. The first one also names the marker.
local function take_number(HEAD, seq, round_id)
  redis.call('HSET', HEAD, 'seq', seq)
  if seq == '1' then redis.call('HSET', HEAD, 'marker', string.sub(redis.sha1hex(round_id .. time[1] .. ' ' .. time[2]), 1, 16)) end
end

-- The gap row is always the newest row, so it can be written anew for each row that finds no room.
local function book_gap(BOOKS, HEAD, round_id)
  local newest, gap, count = unpack(redis.call('HMGET', HEAD, 'seq', 'gap', 'count'))
  local is_new = not gap or gap ~= newest
  if is_new then gap, count = next_number(HEAD), 0 end
  redis.call('XADD', BOOKS, gap .. '-' .. count + 1, 'kind', 'gap', 'at', now, 'count', count + 1)
  if is_new then take_number(HEAD, gap, round_id) else redis.call('XDEL', BOOKS, gap .. '-' .. count) end
  redis.call('HSET', HEAD, 'gap', gap, 'count', count + 1)
  redis.call('HINCRBY', HEAD, 'lost', 1)
end

-- Books a conclusion of the round by what its record holds now. Returns its path and its entry. The server undoes nothing of a script that fails, so
-- this comes before the state of the round changes: no round concludes without a row.
local function book(BOOKS, HEAD, ROUND, round_id, kind, most_rows)
  local path, slot, signature, signature_end, entry, entry_2, entry_3, entry_4 =
    unpack(redis.call('HMGET', ROUND, 'path', 'slot', 'signature0', 'signature1', 'entry0', 'entry1', 'entry2', 'entry3'))
  entry = (entry or '') .. (entry_2 or '') .. (entry_3 or '') .. (entry_4 or '')
  if redis.call('XLEN', BOOKS) >= most_rows then
    book_gap(BOOKS, HEAD, round_id)
  else
    local seq = next_number(HEAD)
    redis.call('XADD', BOOKS, seq .. '-0', 'kind', kind, 'at', now, 'round', round_id, 'path', path or '',
      'entry', entry, 'slot', slot or '', 'signature', (signature or '') .. (signature_end or ''))
    take_number(HEAD, seq, round_id)
  end
  return path or '', entry
end
