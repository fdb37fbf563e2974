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
-- include quotas
-- include texts
-- include books
-- include usage
local ROUND, PAYING, TOTALS, PAYMENT, BOOKS, HEAD, USAGE = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5], KEYS[6], KEYS[7]
local input = cjson.decode(ARGV[1])

local stop = payment_refusal(ROUND, input.token, 'pay')
if stop then return stop end
local holds = get_text(ROUND, 'holds')
if holds ~= input.holds then return {'holds', holds} end
local booked = read_booked(ROUND)
local other = other_entry(booked, ARGV[2])
if other then return other end

booked.signature, booked.slot = input.signature, input.slot or ''
book(BOOKS, HEAD, 'paid', booked, input.mostBookRows)
for hold, units in ipairs(input.units) do
  local QUOTA, HOLDS = KEYS[6 + 2 * hold], KEYS[7 + 2 * hold]
  give_back(QUOTA, HOLDS, units, input.roundId)
  keep_quota(QUOTA, HOLDS, input.recordTtlMs)
end
local fields = {'slot', booked.slot}
local pieces = add_text(fields, 'signature', booked.signature)
-- A record that is not paid has no receipt.
add_text(fields, 'receipt', input.receipt or '')
transition(ROUND, TOTALS, 'paid', fields)
drop_pieces(ROUND, 'signature', pieces)
end_claim(ROUND, input.token, 'pay', 'reason')
redis.call('ZREM', PAYING, input.roundId)
redis.call('PEXPIRE', ROUND, input.recordTtlMs)
redis.call('SET', PAYMENT, input.roundId, 'PX', input.recordTtlMs)
count_usage(USAGE, booked.path, input.usage)
return {'ok', booked.path, booked.entry}
