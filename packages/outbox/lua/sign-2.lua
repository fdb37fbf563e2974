#!lua flags=allow-oom
-- The round is signed and not paid yet: keeps what is known of its payment, and what is answered once that is made.
-- Move  sign: reserved -> signed
--
-- KEYS  1 round  2 totals
-- ARGV  1 reservation's token  2 payment and result
-- Reply {'ok'} | {'unknown'} | {'stale'} | {'illegal', state}
-- include clock
-- include record
-- include reservation
-- include texts
local ROUND, TOTALS = KEYS[1], KEYS[2]

local stop = reservation_refusal(ROUND, ARGV[1], 'signed', 'reserved')
if stop then return stop end

move(ROUND, TOTALS, 'signed')
set_text(ROUND, 'body', ARGV[2])
return {'ok'}
