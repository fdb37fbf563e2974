#!lua flags=no-writes
-- The round that uses an exclusive key without ticks, or that a payment paid for.
--
-- KEYS  1 exclusive key or payment
-- Reply {round id, '' = the key is free}
local EXCLUSIVE = KEYS[1]

return {string.match(redis.call('GET', EXCLUSIVE) or '', '^%w+') or ''}
