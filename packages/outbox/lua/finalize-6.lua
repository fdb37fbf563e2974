#!lua flags=allow-oom
-- The receipt can no longer vanish. Gives the record its end.
--
-- KEYS  1 round  2 unfinal  3 totals  4 books  5 head of the books  6 usage of its owner
-- Input  roundId: string
--        seenAtSlot: string    slot at which the settlement was seen
--        recordTtlMs: number
--        mostBookRows: number   that wait
--        usage?: { delegate: string, units: string, amount: string }   what the entry says, absent = it is unreadable
-- Text  the round's entry in the books
-- Reply {'final', path?, entry?}: of the row, where this call booked it | {'none'}: it is not settled, or its settlement was seen at another slot | {'entry', what the record holds}
-- include clock
-- include record
-- include texts
-- include books
-- include usage
local ROUND, UNFINAL, TOTALS, BOOKS, HEAD, USAGE = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5], KEYS[6]
local input = cjson.decode(ARGV[1])

local record = read_record(ROUND, 'state', 'seenAtSlot', 'finalAtMs', 'path', 'slot', 'signature', 'entry')
if not record.state then redis.call('ZREM', UNFINAL, input.roundId) end
if record.state ~= 'settled' or record.seenAtSlot ~= input.seenAtSlot then return {'none'} end
if record.finalAtMs then return {'final'} end
local stop = other_entry(record, ARGV[2])
if stop then return stop end

book(BOOKS, HEAD, 'final', record, input.mostBookRows)
redis.call('HSET', ROUND, 'finalAtMs', now)
redis.call('ZREM', UNFINAL, input.roundId)
redis.call('PEXPIRE', ROUND, input.recordTtlMs)
announce(ROUND, TOTALS)
count_usage(USAGE, record.path or '', input.usage)
return {'final', record.path or '', record.entry or ''}
