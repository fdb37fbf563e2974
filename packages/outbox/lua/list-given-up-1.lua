#!lua flags=no-writes
-- Rounds that were given up as unpaid and whose records live. Those whose records end first come first.
--
-- KEYS  1 given up
-- Input  limit: number
--        skip: number    how many to leave out
-- Reply round ids
-- include clock
local GIVENUP = KEYS[1]
local input = cjson.decode(ARGV[1])

return redis.call('ZRANGEBYSCORE', GIVENUP, '(' .. now, '+inf', 'LIMIT', input.skip, input.limit)
