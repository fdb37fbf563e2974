#!lua flags=allow-oom
-- Writes something. Once a replica has this write it has all that the server wrote before, which is what WAIT behind it waits for.
--
-- KEYS  1 written
-- Reply {'ok'}
local WRITTEN = KEYS[1]

redis.call('SET', WRITTEN, '')
return {'ok'}
