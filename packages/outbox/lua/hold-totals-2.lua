#!lua flags=no-writes
-- Reads the holds of a quota, at one moment.
--
-- KEYS  1 quota  2 its holds
-- Input  maxHolders: number   how many holders to name at most
-- Reply {committed, rounds that hold and are not settled, available by the reading that stands against older readings and its slot, both ''
--       without one, then <units>:<round id> of holders, those of rounds that are not settled first}
-- include clock
-- include units
local QUOTA, HOLDS = KEYS[1], KEYS[2]
local input = cjson.decode(ARGV[1])

local committed, available, slot, since = unpack(redis.call('HMGET', QUOTA, 'committed', 'available', 'slot', 'readingAtMs'))
if is_past_life(since) then available, slot = nil, nil end
local holders = input.maxHolders > 0 and redis.call('ZREVRANGE', HOLDS, 0, input.maxHolders - 1) or {}
return {committed or string.format('%.0f', sum_of(HOLDS)), redis.call('ZCOUNT', HOLDS, '+inf', '+inf'), available or '', slot or '', unpack(holders)}
