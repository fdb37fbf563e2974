#!lua flags=allow-oom
-- Nothing was learned about the round (the ledger did not answer, or a transaction is still on its way): no attempt is used up.
--
-- KEYS  1 round  2 due
-- ARGV  1 round id  2 claim's token  3 ms until the next attempt  4 why it waits
-- Reply {'ok'} | {'unknown'} | {'stale'} | {'illegal', state}
-- include clock
-- include claim
local ROUND, DUE = KEYS[1], KEYS[2]

local stop = claim_refusal(ROUND, ARGV[2], 'postpone')
if stop then return stop end

end_claim(ROUND, ARGV[2], 'postpone')
schedule(ROUND, DUE, ARGV[1], now + ARGV[3])
wait_because(ROUND, ARGV[4])
return {'ok'}
