#!lua flags=allow-oom
-- The ledger has the payment after all: the round is its payer's. Nothing is held any more and what is on the ledger stays there, so whoever
-- has seen it may say so, in whatever order.
-- Move  overturn: unpaid -> paid
--
-- KEYS  1 round  2 given up  3 totals
-- ARGV  1 round id  2 signature  3 slot, '' = unknown  4 ms to keep the record
-- Reply {'ok'} | {'unknown'} | {'illegal', state}
-- include clock
-- include record
-- include texts
local ROUND, GIVENUP, TOTALS = KEYS[1], KEYS[2], KEYS[3]
local round_id, signature = ARGV[1], ARGV[2]

local state = redis.call('HGET', ROUND, 'state')
if not state then return {'unknown'} end
if state == 'paid' and get_text(ROUND, 'signature') == signature then return {'ok'} end
if state ~= 'unpaid' then return {'illegal', state} end

move(ROUND, TOTALS, 'paid')
set_text(ROUND, 'signature', signature)
set_text(ROUND, 'receipt', '')
redis.call('HSET', ROUND, 'slot', ARGV[3])
-- Whoever gave it up and asks again is told how it ended.
redis.call('HDEL', ROUND, 'reason', 'endedClaim')
redis.call('ZREM', GIVENUP, round_id)
redis.call('PEXPIRE', ROUND, ARGV[4])
return {'ok'}
