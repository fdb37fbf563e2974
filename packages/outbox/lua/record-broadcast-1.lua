#!lua flags=allow-oom
-- Keeps the signature of a transaction that is about to be sent, one line per transaction, the newest last, and the newest one's bytes.
--
-- KEYS  1 round
-- ARGV  1 claim's token  2 line  3 transaction, '' = not kept  4 most lines to keep
-- Reply {'ok'} | {'unknown'} | {'stale'} | {'illegal', state}
-- include clock
-- include claim
-- include texts
local ROUND = KEYS[1]

local stop = claim_refusal(ROUND, ARGV[1], 'record')
if stop then return stop end

local lines = {}
for kept in string.gmatch(get_text(ROUND, 'broadcasts') or '', '[^\n]+') do
  if kept ~= ARGV[2] then table.insert(lines, kept) end
end
table.insert(lines, ARGV[2])
while #lines > tonumber(ARGV[4]) do table.remove(lines, 1) end
set_text(ROUND, 'broadcasts', table.concat(lines, '\n'))
set_text(ROUND, 'wire', ARGV[3])
redis.call('HSET', ROUND, 'updatedAtMs', now)
return {'ok'}
