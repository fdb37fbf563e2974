#!lua flags=no-writes
-- Rounds of a sorted set whose time has come, the longest waiting first: 'due', 'reserved' and 'paying' are asked this.
--
-- KEYS  1 sorted set of round ids by time, ms
-- ARGV  1 most to list  2 how many to leave out  3 ms for which it must have come
-- Reply round ids
-- include clock
local ROUNDS = KEYS[1]

return redis.call('ZRANGEBYSCORE', ROUNDS, '-inf', now - ARGV[3], 'LIMIT', ARGV[2], ARGV[1])
