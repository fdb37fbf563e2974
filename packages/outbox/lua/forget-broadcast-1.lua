#!lua flags=allow-oom
-- Drops a recorded transaction that certainly never left: it would otherwise hold back the next one until its blockhash has expired.
--
-- KEYS  1 round
-- ARGV  1 claim's token  2 line
-- Reply {'ok'} | {'unknown'} | {'stale'} | {'illegal', state}
-- include clock
-- include claim
local ROUND = KEYS[1]

local stop = claim_refusal(ROUND, ARGV[1], 'forget')
if stop then return stop end

local lines, newest = {}, nil
for kept in string.gmatch(redis.call('HGET', ROUND, 'broadcasts') or '', '[^\n]+') do
  if kept ~= ARGV[2] then table.insert(lines, kept) end
  newest = kept
end
redis.call('HSET', ROUND, 'broadcasts', table.concat(lines, '\n'), 'updatedAtMs', now)
if newest == ARGV[2] then redis.call('HDEL', ROUND, 'wire') end
return {'ok'}
