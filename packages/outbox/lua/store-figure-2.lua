#!lua flags=allow-oom
-- Stores what the ledger says of an account.
--
-- KEYS  1 account  2 its holds
-- Input  available: string
--        slot: string
--        accountTtlMs: number
-- Reply 1
-- include clock
-- include accounts
local ACCOUNT, HOLDS = KEYS[1], KEYS[2]
local input = cjson.decode(ARGV[1])

store_figure(ACCOUNT, HOLDS, input.available, input.slot)
keep_account(ACCOUNT, HOLDS, input.accountTtlMs)
return 1
