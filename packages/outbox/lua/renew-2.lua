#!lua flags=allow-oom
-- The holder of the claim goes on. The record cannot be claimed by another worker for leaseMs from now.
--
-- KEYS  1 round  2 due
-- Input  roundId: string
--        token: string     the claim's
--        leaseMs: number
--        reason?: string   why the round waits, absent = nothing new
-- Reply {'ok'} | {'unknown'} | {'stale'} | {'illegal', state}
-- include clock
-- include claim
-- include texts
local ROUND, DUE = KEYS[1], KEYS[2]
local input = cjson.decode(ARGV[1])

local record = read_record(ROUND, 'state', 'claim', 'endedClaim', 'parkedAtMs')
local stop = claim_refusal(record, input.token, 'renew')
if stop then return stop end

local _, lease_end = read_claim(record)
local until_ms = math.max(now + input.leaseMs, tonumber(lease_end))
local fields = {'claim', renewed_claim(record, until_ms)}
-- For an operator, the reason why a record is parked matters more.
if input.reason and not record.parkedAtMs then add_text(fields, 'reason', input.reason) end
redis.call('HSET', ROUND, unpack(fields))
if not record.parkedAtMs then redis.call('ZADD', DUE, until_ms, input.roundId) end
return {'ok'}
