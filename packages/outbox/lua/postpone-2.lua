#!lua flags=allow-oom
-- Nothing was learned about the round: the ledger did not answer, or a transaction is still on its way. Uses up no attempt.
--
-- KEYS  1 round  2 due
-- Input  roundId: string
--        token: string          the claim's
--        retryAfterMs: number
--        reason: string         why the round waits
-- Reply {'ok'} | {'unknown'} | {'stale'} | {'illegal', state}
-- include clock
-- include claim
local ROUND, DUE = KEYS[1], KEYS[2]
local input = cjson.decode(ARGV[1])

local stop = claim_refusal(ROUND, input.token, 'postpone')
if stop then return stop end

end_claim(ROUND, input.token, 'postpone')
schedule(ROUND, DUE, input.roundId, now + input.retryAfterMs)
wait_because(ROUND, input.reason)
return {'ok'}
