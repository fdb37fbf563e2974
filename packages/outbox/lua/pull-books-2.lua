#!lua flags=allow-oom
-- Lends the books to one process at a time, and answers their oldest rows. A gap row that is answered counts no further row.
--
-- KEYS  1 books  2 head of the books
-- Input  token: string
--        pulledBy: string
--        leaseMs: number
--        limit: number     of rows
-- Reply {'rows', now ms, marker or '', rows that wait, then for each row: its id, number of its texts, its texts} | {'busy', who has the lease, until ms}
-- include clock
local BOOKS, HEAD = KEYS[1], KEYS[2]
local input = cjson.decode(ARGV[1])

local puller, pulled_by, until_ms, marker = unpack(redis.call('HMGET', HEAD, 'puller', 'pulledBy', 'pullerUntilMs', 'marker'))
if puller and puller ~= input.token and tonumber(until_ms) > now then return {'busy', pulled_by, until_ms} end
redis.call('HSET', HEAD, 'puller', input.token, 'pulledBy', input.pulledBy, 'pullerUntilMs', now + input.leaseMs)
redis.call('HDEL', HEAD, 'gap')

local reply = {'rows', now, marker or '', redis.call('XLEN', BOOKS)}
for _, row in ipairs(redis.call('XRANGE', BOOKS, '-', '+', 'COUNT', input.limit)) do
  local id, texts = row[1], row[2]
  table.insert(reply, id)
  table.insert(reply, #texts)
  for _, text in ipairs(texts) do table.insert(reply, text) end
end
return reply
