#!lua flags=allow-oom
-- Stores the signature of a transaction that is about to be sent, one line for each transaction, the newest last. The bytes of the transaction are
-- stored beside the record, once for all its rounds.
--
-- KEYS  1 round  2 bytes of the transaction
-- Input  token: string      the claim's
--        line: string       signature and last valid block height
--        lifeMs: number     of the bytes, 0 = they are not kept
--        maxLines: number   the oldest lines beyond that are dropped
-- Text  the bytes
-- Reply {'ok'} | {'unknown'} | {'stale'} | {'illegal', state}
-- include claim
-- include texts
local ROUND, WIRE = KEYS[1], KEYS[2]
local input = cjson.decode(ARGV[1])

local record = read_record(ROUND, 'state', 'claim', 'endedClaim', 'broadcasts')
local stop = claim_refusal(record, input.token, 'record')
if stop then return stop end

local lines = {}
for kept in string.gmatch(record.broadcasts or '', '[^\n]+') do
  if kept ~= input.line then table.insert(lines, kept) end
end
table.insert(lines, input.line)
while #lines > input.maxLines do table.remove(lines, 1) end
local broadcasts, fields = table.concat(lines, '\n'), {}
add_text(fields, 'broadcasts', broadcasts)
redis.call('HSET', ROUND, unpack(fields))
if input.lifeMs > 0 then redis.call('SET', WIRE, ARGV[2], 'PX', input.lifeMs, 'NX') end
return {'ok'}
