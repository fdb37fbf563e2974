#!lua flags=allow-oom
-- The payment was made. Its payer may read the result, and the round holds no units any more. The payment names the round as long as the record
-- lives.
-- Transition  pay: settling, payment_unknown -> paid
--
-- KEYS  1 round  2 paying  3 totals  4 its payment  5 books  6 head of the books  7 usage of its owner  then for each hold: quota, its holds
-- Input  roundId: string
--        token: string         the claim's
--        signature: string
--        slot?: string         absent = unknown
--        receipt?: string      absent = the facilitator gave none
--        recordTtlMs: number   of the record and its quotas
--        mostBookRows: number   that wait
--        holds: string         as the record keeps them
--        units: string[]       of each hold
--        usage?: { delegate: string, units: string, amount: string }   what the entry says, absent = it is unreadable
-- Text  the round's entry in the books
-- Reply {'ok', path?, entry?}: of the row, where this call booked it | {'unknown'} | {'stale'} | {'illegal', state} | {'holds', what the record holds} | {'entry', what the record holds}
-- include clock
-- include record
-- include claim
-- include payment
-- include units
-- include quotas
-- include texts
-- include books
-- include usage
local ROUND, PAYING, TOTALS, PAYMENT, BOOKS, HEAD, USAGE = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5], KEYS[6], KEYS[7]
local input = cjson.decode(ARGV[1])

local record = read_record(ROUND, 'state', 'claim', 'endedClaim', 'holds', 'path', 'entry', 'reason0')
local stop = payment_refusal(record, input.token, 'pay')
if stop then return stop end
if record.holds ~= input.holds then return {'holds', record.holds} end
local other = other_entry(record, ARGV[2])
if other then return other end

record.signature, record.slot = input.signature, input.slot or ''
book(BOOKS, HEAD, 'paid', record, input.mostBookRows)
for hold, units in ipairs(input.units) do
  local QUOTA, HOLDS = KEYS[6 + 2 * hold], KEYS[7 + 2 * hold]
  local quota = open_quota(QUOTA, HOLDS)
  give_back(quota, HOLDS, units, input.roundId)
  close_quota(quota, QUOTA, HOLDS, input.recordTtlMs)
end
local fields = {'slot', record.slot}
add_text(fields, 'signature', record.signature)
-- A record that is not paid has no receipt.
add_text(fields, 'receipt', input.receipt or '')
end_claim(fields, input.token, 'pay')
transition(ROUND, TOTALS, 'paid', fields)
drop_fields(ROUND, record, 'reason0')
redis.call('ZREM', PAYING, input.roundId)
redis.call('PEXPIRE', ROUND, input.recordTtlMs)
redis.call('SET', PAYMENT, input.roundId, 'PX', input.recordTtlMs)
count_usage(USAGE, record.path or '', input.usage)
return {'ok', record.path or '', record.entry or ''}
