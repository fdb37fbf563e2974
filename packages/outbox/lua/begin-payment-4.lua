#!lua flags=allow-oom
-- The payment is about to be asked for: from here on it may have been made, so the reservation has no end any more. Who began it has the
-- first claim on it.
-- Move  beginPayment: signed -> settling
--
-- KEYS  1 round  2 reserved  3 paying  4 totals
-- ARGV  1 round id  2 reservation's token  3 lease, ms
-- Reply {'ok'} | {'unknown'} | {'stale'} | {'illegal', state}
-- include clock
-- include record
-- include reservation
local ROUND, RESERVED, PAYING, TOTALS = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local round_id, token = ARGV[1], ARGV[2]

local stop = reservation_refusal(ROUND, token, 'settling', 'signed')
-- Whoever was overtaken must not pay.
if stop and stop[1] == 'ok' and redis.call('HGET', ROUND, 'claimToken') ~= token then return {'stale'} end
if stop then return stop end

move(ROUND, TOTALS, 'settling')
redis.call('HSET', ROUND, 'claimToken', token, 'claimUntilMs', now + ARGV[3])
redis.call('ZREM', RESERVED, round_id)
redis.call('ZADD', PAYING, now, round_id)
return {'ok'}
