#!lua flags=no-writes
-- A record at one moment.
--
-- KEYS  1 round
-- Reply name and value of each field; {} = no such record
local ROUND = KEYS[1]

return redis.call('HGETALL', ROUND)
