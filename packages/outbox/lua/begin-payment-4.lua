#!lua flags=allow-oom
-- Runs before the facilitator is asked for the payment. The payment may have been made from here on, so the reservation no longer expires.
-- The holder of the reservation gets the first claim on the payment.
-- Transition  beginPayment: signed -> settling
--
-- KEYS  1 round  2 reserved  3 paying  4 totals
-- Input  roundId: string
--        token: string     the reservation's
--        leaseMs: number   length of the claim
-- Reply {'ok', rounds that ever reached settling} | {'ok'} when repeated | {'unknown'} | {'stale'} | {'illegal', state}
-- include clock
-- include record
-- include reservation
-- include claim
-- include texts
local ROUND, RESERVED, PAYING, TOTALS = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local input = cjson.decode(ARGV[1])

local record = read_record(ROUND, 'state', 'token', 'claim')
local stop = reservation_refusal(record, input.token, 'settling', 'signed')
-- A process whose claim was taken over must not pay.
if stop and stop[1] == 'ok' and read_claim(record) ~= input.token then return {'stale'} end
if stop then return stop end

local fields = {'claim', claim_text(input.token, now + input.leaseMs, '')}
local reached = transition(ROUND, TOTALS, 'settling', fields)
redis.call('ZREM', RESERVED, input.roundId)
redis.call('ZADD', PAYING, now, input.roundId)
return {'ok', reached}
