#!lua flags=no-writes
-- The round that uses an exclusive key without ticks.
--
-- KEYS  1 exclusive key
-- Reply {round id, '' = the key is free}
local EXCLUSIVE = KEYS[1]

return {string.match(redis.call('GET', EXCLUSIVE) or '', '^%w+') or ''}
