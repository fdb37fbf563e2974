#!lua flags=allow-oom
-- Stores what the ledger says of a quota.
--
-- KEYS  1 quota  2 its holds
-- Input  available: string
--        slot: string
--        quotaTtlMs: number
-- Reply 1
-- include clock
-- include units
-- include quotas
local QUOTA, HOLDS = KEYS[1], KEYS[2]
local input = cjson.decode(ARGV[1])

local quota = open_quota(QUOTA, HOLDS)
store_reading(quota, HOLDS, input.available, input.slot)
close_quota(quota, QUOTA, HOLDS, input.quotaTtlMs)
return 1
