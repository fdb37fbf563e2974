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
-- include texts
-- include schedule
local ROUND, DUE = KEYS[1], KEYS[2]
local input = cjson.decode(ARGV[1])

local record = read_record(ROUND, 'state', 'claim', 'endedClaim', 'parkedAtMs')
local stop = claim_refusal(record, input.token, 'postpone')
if stop then return stop end

local fields = {}
end_claim(fields, input.token, 'postpone')
schedule(DUE, record, fields, input.roundId, now + input.retryAfterMs, input.reason)
redis.call('HSET', ROUND, unpack(fields))
return {'ok'}
