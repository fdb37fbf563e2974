#!lua flags=allow-oom
-- The round is signed and not paid yet. Stores what is known of its payment, and the result that is answered once the payment is made.
-- Transition  sign: reserved -> signed
--
-- KEYS  1 round  2 totals
-- Input  token: string         the reservation's
--        entryLength: number   characters of the text that the books keep
-- Text  what the books will say of the round, then payment and result
-- Reply {'ok'} | {'unknown'} | {'stale'} | {'illegal', state}
-- include record
-- include reservation
-- include texts
local ROUND, TOTALS = KEYS[1], KEYS[2]
local input = cjson.decode(ARGV[1])

local record = read_record(ROUND, 'state', 'token')
local stop = reservation_refusal(record, input.token, 'signed', 'reserved')
if stop then return stop end

local fields = {}
-- A short name: each piece repeats it.
add_parts(fields, 'entry', 'b', input.entryLength, ARGV[2])
transition(ROUND, TOTALS, 'signed', fields)
return {'ok'}
