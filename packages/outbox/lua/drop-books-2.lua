#!lua flags=allow-oom
-- Removes rows of the books that are on the puller's disk.
--
-- KEYS  1 books  2 head of the books
-- Input  token: string
--        ids: string[]
--        isLast: boolean   the puller gives the lease back
-- Reply {'ok', rows that wait} | {'stale'}
-- include clock
-- include books
local BOOKS, HEAD = KEYS[1], KEYS[2]
local input = cjson.decode(ARGV[1])

if redis.call('HGET', HEAD, 'puller') ~= input.token then return {'stale'} end
end_gap(BOOKS, HEAD)
if #input.ids > 0 then redis.call('XDEL', BOOKS, unpack(input.ids)) end
if input.isLast then redis.call('HDEL', HEAD, 'puller', 'pulledBy', 'pullerUntilMs') end
return {'ok', redis.call('XLEN', BOOKS)}
