#!lua flags=no-writes
-- Rounds of a sorted set whose time has come, the longest waiting first. Used for 'due', 'reserved' and 'paying'.
--
-- KEYS  1 sorted set of round ids by time, ms
-- Input  limit: number
--        skip: number          how many to leave out
--        olderThanMs: number   for how long the time must have come
-- Reply round ids
-- include clock
local ROUNDS = KEYS[1]
local input = cjson.decode(ARGV[1])

return redis.call('ZRANGEBYSCORE', ROUNDS, '-inf', now - input.olderThanMs, 'LIMIT', input.skip, input.limit)
