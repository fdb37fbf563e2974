#!lua flags=allow-oom
-- The ledger has the payment after all, so its payer gets the result. The round holds no units any more, and the transaction stays on the
-- ledger: any process that has seen it may say so, in any order.
-- Transition  overturn: unpaid -> paid
--
-- KEYS  1 round  2 given up  3 totals  4 its payment  5 books  6 head of the books  7 usage of its owner
-- Input  roundId: string
--        signature: string
--        slot?: string         absent = unknown
--        recordTtlMs: number
--        mostBookRows: number   that wait
--        usage?: { delegate: string, units: string, amount: string }   what the entry says, absent = it is unreadable
-- Text  the round's entry in the books
-- Reply {'ok', path?, entry?}: of the row, where this call booked it | {'unknown'} | {'illegal', state} | {'entry', what the record holds}
-- include clock
-- include record
-- include texts
-- include books
-- include usage
local ROUND, GIVENUP, TOTALS, PAYMENT, BOOKS, HEAD, USAGE = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5], KEYS[6], KEYS[7]
local input = cjson.decode(ARGV[1])

local state = redis.call('HGET', ROUND, 'state')
if not state then return {'unknown'} end
if state == 'paid' and get_text(ROUND, 'signature') == input.signature then return {'ok'} end
if state ~= 'unpaid' then return {'illegal', state} end
local booked = read_booked(ROUND)
local other = other_entry(booked, ARGV[2])
if other then return other end

booked.signature, booked.slot = input.signature, input.slot or ''
book(BOOKS, HEAD, 'overturned', booked, input.mostBookRows)
local fields = {'slot', booked.slot}
local pieces = add_text(fields, 'signature', booked.signature)
add_text(fields, 'receipt', '')
transition(ROUND, TOTALS, 'paid', fields)
drop_pieces(ROUND, 'signature', pieces)
-- The process that gave the payment up and repeats its command is told how the round ended.
redis.call('HDEL', ROUND, 'reason', 'endedClaim')
redis.call('ZREM', GIVENUP, input.roundId)
redis.call('PEXPIRE', ROUND, input.recordTtlMs)
redis.call('SET', PAYMENT, input.roundId, 'PX', input.recordTtlMs)
count_usage(USAGE, booked.path, input.usage)
return {'ok', booked.path, booked.entry}
