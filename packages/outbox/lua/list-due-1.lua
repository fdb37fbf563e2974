#!lua flags=no-writes
-- Rounds of a sorted set whose time has come, the longest waiting first: 'due' and 'reserved' are asked this.
--
-- KEYS  1 sorted set of round ids by time, ms
-- ARGV  1 most to list  2 how many to leave out
-- Reply round ids
-- include clock
local ROUNDS = KEYS[1]

return redis.call('ZRANGEBYSCORE', ROUNDS, '-inf', now, 'LIMIT', ARGV[2], ARGV[1])
