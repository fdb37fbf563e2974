#!lua flags=allow-oom
-- Forgets what the ledger says of a quota. The next reader of the ledger tells it again; the units that rounds hold stay held.
--
-- KEYS  1 quota
-- Reply 1 = there was a reading, 0 = there was none
local QUOTA = KEYS[1]

return redis.call('HDEL', QUOTA, 'available', 'slot', 'readingAtMs') > 0 and 1 or 0
