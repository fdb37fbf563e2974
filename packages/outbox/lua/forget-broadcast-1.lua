#!lua flags=allow-oom
-- Drops a recorded transaction that certainly never left: it would otherwise hold back the next one until its blockhash has expired.
--
-- KEYS  1 round
-- ARGV  1 claim's token  2 line
-- Reply {'ok'} | {'unknown'} | {'stale'} | {'illegal', state}
-- include clock
-- include claim
-- include texts
local ROUND = KEYS[1]

local stop = claim_refusal(ROUND, ARGV[1], 'forget')
if stop then return stop end

local lines, newest = {}, nil
for kept in string.gmatch(get_text(ROUND, 'broadcasts') or '', '[^\n]+') do
  if kept ~= ARGV[2] then table.insert(lines, kept) end
  newest = kept
end
set_text(ROUND, 'broadcasts', table.concat(lines, '\n'))
redis.call('HSET', ROUND, 'updatedAtMs', now)
if newest == ARGV[2] then drop_pieces(ROUND, 'wire', 0) end
return {'ok'}
