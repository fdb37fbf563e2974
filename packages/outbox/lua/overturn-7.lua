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

local record = read_record(ROUND, 'state', 'signature', 'path', 'entry', 'reason0', 'endedClaim')
if not record.state then return {'unknown'} end
if record.state == 'paid' and record.signature == input.signature then return {'ok'} end
if record.state ~= 'unpaid' then return {'illegal', record.state} end
local other = other_entry(record, ARGV[2])
if other then return other end

record.signature, record.slot = input.signature, input.slot or ''
book(BOOKS, HEAD, 'overturned', record, input.mostBookRows)
local fields = {'slot', record.slot}
add_text(fields, 'signature', record.signature)
add_text(fields, 'receipt', '')
transition(ROUND, TOTALS, 'paid', fields)
-- The process that gave the payment up and repeats its command is told how the round ended.
drop_fields(ROUND, record, 'reason0', 'endedClaim')
redis.call('ZREM', GIVENUP, input.roundId)
redis.call('PEXPIRE', ROUND, input.recordTtlMs)
redis.call('SET', PAYMENT, input.roundId, 'PX', input.recordTtlMs)
count_usage(USAGE, record.path or '', input.usage)
return {'ok', record.path or '', record.entry or ''}
