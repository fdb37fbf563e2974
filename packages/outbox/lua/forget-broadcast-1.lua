#!lua flags=allow-oom
-- Drops a recorded transaction that was certainly not sent. Kept, it would delay the next one until its blockhash has expired.
--
-- KEYS  1 round
-- Input  token: string   the claim's
--        line: string    signature and last valid block height
-- Reply {'ok'} | {'unknown'} | {'stale'} | {'illegal', state}
-- include clock
-- include claim
-- include texts
local ROUND = KEYS[1]
local input = cjson.decode(ARGV[1])

local stop = claim_refusal(ROUND, input.token, 'forget')
if stop then return stop end

local lines, newest = {}, nil
for kept in string.gmatch(get_text(ROUND, 'broadcasts') or '', '[^\n]+') do
  if kept ~= input.line then table.insert(lines, kept) end
  newest = kept
end
set_text(ROUND, 'broadcasts', table.concat(lines, '\n'))
redis.call('HSET', ROUND, 'updatedAtMs', now)
if newest == input.line then drop_pieces(ROUND, 'wire', 0) end
return {'ok'}
