#!lua flags=allow-oom
-- Stores the signature of a transaction that is about to be sent, one line for each transaction, the newest last. It also stores the bytes
-- of the newest one.
--
-- KEYS  1 round
-- Input  token: string      the claim's
--        line: string       signature and last valid block height
--        wire: string       the transaction's bytes, '' = not kept
--        maxLines: number   the oldest lines beyond that are dropped
-- Reply {'ok'} | {'unknown'} | {'stale'} | {'illegal', state}
-- include clock
-- include claim
-- include texts
local ROUND = KEYS[1]
local input = cjson.decode(ARGV[1])

local stop = claim_refusal(ROUND, input.token, 'record')
if stop then return stop end

local lines = {}
for kept in string.gmatch(get_text(ROUND, 'broadcasts') or '', '[^\n]+') do
  if kept ~= input.line then table.insert(lines, kept) end
end
table.insert(lines, input.line)
while #lines > input.maxLines do table.remove(lines, 1) end
local fields = {'updatedAtMs', now}
local broadcasts = add_text(fields, 'broadcasts', table.concat(lines, '\n'))
local wire = add_text(fields, 'wire', input.wire)
redis.call('HSET', ROUND, unpack(fields))
drop_pieces(ROUND, 'broadcasts', broadcasts)
drop_pieces(ROUND, 'wire', wire)
return {'ok'}
