#!lua flags=allow-oom
-- Gives one worker a claim on the record. Once the lease of a claim is over, the next worker that asks takes over.
--
-- KEYS  1 round  2 due  3 pending  4 parked
-- Input  roundId: string
--        token: string     of the new claim
--        workerId: string
--        leaseMs: number
--        early: boolean    also when the record is parked, held or not due yet
-- Reply {'claimed', then name and value of each field of the record} | {'none'}
-- include clock
-- include claim
local ROUND, DUE, PENDING, PARKED = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local input = cjson.decode(ARGV[1])

local texts = redis.call('HGETALL', ROUND)
local record = {}
for place = 1, #texts, 2 do record[texts[place]] = texts[place + 1] end
local holder, lease_end = read_claim(record)
if not record.state then
  -- The record was deleted by hand.
  redis.call('ZREM', DUE, input.roundId)
  redis.call('ZREM', PENDING, input.roundId)
  redis.call('ZREM', PARKED, input.roundId)
end
if record.state ~= 'pending' then return {'none'} end
if holder == input.token then return {'claimed', unpack(texts)} end
if holder and tonumber(lease_end) > now then return {'none'} end
-- A record without a time has not been tried yet.
if not input.early and (record.parkedAtMs or tonumber(record.nextAttemptMs or 0) > now) then return {'none'} end

local until_ms = now + input.leaseMs
local claim = claim_text(input.token, until_ms, input.workerId)
redis.call('HSET', ROUND, 'claim', claim)
if not record.parkedAtMs then redis.call('ZADD', DUE, until_ms, input.roundId) end
-- The last of two fields of one name counts.
for _, text in ipairs({'claim', claim}) do table.insert(texts, text) end
return {'claimed', unpack(texts)}
