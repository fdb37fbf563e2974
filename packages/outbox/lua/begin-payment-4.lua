#!lua flags=allow-oom
-- The round is signed, and runs before the facilitator is asked for its payment. Stores what is known of the payment, and the result that is answered
-- once the payment is made. The payment may have been made from here on, so the reservation no longer expires. The holder of the reservation gets the
-- first claim on the payment.
-- Transition  beginPayment: reserved -> settling
--
-- KEYS  1 round  2 reserved  3 paying  4 totals
-- Input  roundId: string
--        token: string         the reservation's
--        leaseMs: number       length of the claim
--        entryLength: number   characters of the text that the books keep
-- Text  what the books will say of the round, then payment and result
-- Reply {'ok', rounds that ever reached settling} | {'ok'} when repeated | {'unknown'} | {'stale'} | {'illegal', state}
-- include clock
-- include record
-- include reservation
-- include claim
-- include texts
local ROUND, RESERVED, PAYING, TOTALS = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local input = cjson.decode(ARGV[1])

local record = read_record(ROUND, 'state', 'token', 'claim')
local stop = reservation_refusal(record, input.token, 'settling')
-- A process whose claim was taken over must not pay.
if stop and stop[1] == 'ok' and read_claim(record) ~= input.token then return {'stale'} end
if stop then return stop end

local fields = {'claim', claim_text(input.token, now + input.leaseMs, '')}
-- A short name: each piece repeats it.
add_parts(fields, 'entry', 'b', input.entryLength, ARGV[2])
local reached = transition(ROUND, TOTALS, 'settling', fields)
redis.call('ZREM', RESERVED, input.roundId)
redis.call('ZADD', PAYING, now, input.roundId)
return {'ok', reached}
