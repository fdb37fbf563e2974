#!lua flags=allow-oom
-- Drops a recorded transaction that was certainly not sent. Kept, it would delay the next one until its blockhash has expired.
--
-- KEYS  1 round
-- Input  token: string   the claim's
--        line: string    signature and last valid block height
-- Reply {'ok'} | {'unknown'} | {'stale'} | {'illegal', state}
-- include claim
-- include texts
local ROUND = KEYS[1]
local input = cjson.decode(ARGV[1])

local record = read_record(ROUND, 'state', 'claim', 'endedClaim', 'broadcasts')
local stop = claim_refusal(record, input.token, 'forget')
if stop then return stop end

local lines = {}
for kept in string.gmatch(record.broadcasts or '', '[^\n]+') do
  if kept ~= input.line then table.insert(lines, kept) end
end
local broadcasts, fields = table.concat(lines, '\n'), {}
add_text(fields, 'broadcasts', broadcasts)
redis.call('HSET', ROUND, unpack(fields))
return {'ok'}
