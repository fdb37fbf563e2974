#!lua flags=allow-oom
-- The program refused the round. Uses up one attempt; the last one parks the record. A held record stays held.
--
-- KEYS  1 round  2 due  3 parked
-- Input  roundId: string
--        token: string          the claim's
--        reason: string
--        retryAfterMs: number
--        maxAttempts: number
-- Reply {'scheduled'} | {'parked'} | {'unknown'} | {'stale'} | {'illegal', state}
-- include clock
-- include claim
-- include texts
-- include schedule
local ROUND, DUE, PARKED = KEYS[1], KEYS[2], KEYS[3]
local input = cjson.decode(ARGV[1])

local record = read_record(ROUND, 'state', 'claim', 'endedClaim', 'attempts', 'parkedAtMs', 'held')
local stop = claim_refusal(record, input.token, 'refuse')
if stop and stop[1] ~= 'ok' then return stop end
if not stop then
  -- A damaged record must park too.
  local attempts = (tonumber(record.attempts) or 0) + 1
  local fields = {'attempts', attempts}
  add_text(fields, 'reason', input.reason)
  if attempts >= input.maxAttempts and not record.held then
    record.parkedAtMs = now
    table.insert(fields, 'parkedAtMs')
    table.insert(fields, now)
    redis.call('ZREM', DUE, input.roundId)
    redis.call('ZADD', PARKED, now, input.roundId)
  end
  end_claim(fields, input.token, 'refuse')
  schedule(DUE, record, fields, input.roundId, now + input.retryAfterMs)
  redis.call('HSET', ROUND, unpack(fields))
end
return {record.parkedAtMs and 'parked' or 'scheduled'}
