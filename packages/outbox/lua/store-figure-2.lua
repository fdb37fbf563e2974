#!lua flags=allow-oom
-- Stores what the ledger says of an account.
--
-- KEYS  1 account  2 its holds
-- ARGV  1 available  2 slot  3 ms to keep an account
-- Reply 1
-- include clock
-- include accounts
local ACCOUNT, HOLDS = KEYS[1], KEYS[2]

store_figure(ACCOUNT, HOLDS, ARGV[1], ARGV[2])
keep_account(ACCOUNT, HOLDS, ARGV[3])
return 1
