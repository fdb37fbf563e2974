#!lua flags=no-writes
-- What rounds hold of an account, at one moment.
--
-- KEYS  1 account  2 its holds
-- ARGV  1 most holders to name
-- Reply {committed, rounds that hold and are not settled, available by the figure known and its slot, both '' without one, then
--       <units>:<round id> of holders, those that are not settled first}
local ACCOUNT, HOLDS = KEYS[1], KEYS[2]

local committed, available, slot = unpack(redis.call('HMGET', ACCOUNT, 'committed', 'available', 'slot'))
local most = tonumber(ARGV[1])
local holders = most > 0 and redis.call('ZREVRANGE', HOLDS, 0, most - 1) or {}
return {committed or '0', redis.call('ZCOUNT', HOLDS, '+inf', '+inf'), available or '', slot or '', unpack(holders)}
