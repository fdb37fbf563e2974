#!lua flags=no-writes
-- Rounds that were given up as unpaid and whose records live, those first that end first.
--
-- KEYS  1 given up
-- ARGV  1 most to list  2 how many to leave out
-- Reply round ids
-- include clock
local GIVENUP = KEYS[1]

return redis.call('ZRANGEBYSCORE', GIVENUP, '(' .. now, '+inf', 'LIMIT', ARGV[2], ARGV[1])
