#!lua flags=allow-oom
-- Lends the books to one process at a time, and answers their oldest rows.
--
-- KEYS  1 books  2 head of the books
-- Input  token: string
--        pulledBy: string
--        leaseMs: number
--        limit: number     of rows
-- Reply {'rows', now ms, marker or '', rows that wait, then for each row: its id, its text} | {'busy', who has the lease, until ms}
-- include clock
-- include books
local BOOKS, HEAD = KEYS[1], KEYS[2]
local input = cjson.decode(ARGV[1])

local puller, pulled_by, until_ms = unpack(redis.call('HMGET', HEAD, 'puller', 'pulledBy', 'pullerUntilMs'))
if puller and puller ~= input.token and tonumber(until_ms) > now then return {'busy', pulled_by, until_ms} end
redis.call('HSET', HEAD, 'puller', input.token, 'pulledBy', input.pulledBy, 'pullerUntilMs', now + input.leaseMs)
end_gap(BOOKS, HEAD)

local reply = {'rows', now, redis.call('HGET', HEAD, 'marker') or '', redis.call('XLEN', BOOKS)}
for _, row in ipairs(redis.call('XRANGE', BOOKS, '-', '+', 'COUNT', input.limit)) do
  table.insert(reply, row[1])
  table.insert(reply, row[2][2])
end
return reply
