#!lua flags=no-writes
-- Who uses an exclusive key that has no ticks.
--
-- KEYS  1 exclusive key
-- Reply {round id, '' = nobody}
local EXCLUSIVE = KEYS[1]

return {string.match(redis.call('GET', EXCLUSIVE) or '', '^%w+') or ''}
