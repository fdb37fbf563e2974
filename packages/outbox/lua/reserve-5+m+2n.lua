#!lua
-- Takes the identity of a round, its exclusive keys, all its holds and a place in flight, or nothing.
--
-- KEYS  1 round  2 reserved  3 marker  4 list  5 a round that may have ended unserved  then each exclusive key  then for each hold: quota, its holds
-- Input  roundId: string
--        token: string         of the new reservation
--        path: string
--        lifeMs: number        of the reservation
--        maxInFlight: number
--        recordTtlMs: number   of the quotas and the list
--        version: string       of the record
--        keptHolds: string     as the record keeps them
--        isListed: boolean
--        createdBy?: string
--        marker?: string       what the marker must hold, absent = not asked
--        ended?: { exclusive: number, roundId: string }   place of the exclusive key that is free once this round, KEYS 5, has ended unserved
--        exclusives: { lifeMs: number, tickMs?: number }[]
--        holds: { units: string, available: string, slot?: string, counted?: string[] }[]   slot of the reading, absent = a fixed cap; members that it counts already
-- Reply {'reserved', created at ms} | {'duplicate', state} | {'overdue'} | {'used', place of the exclusive key, its round} | {'held', place of the hold} |
--       {'at_capacity'} | {'forgotten'}
--
-- The identity is judged first: a replay asks for no second unit. It is free again once its reservation has expired: the
-- process that made it is gone, and its token ends nothing any more. So is that of a failed round whose authorization is unused. An overdue reservation is to be expired first. A reservation whose time is
-- over holds no place in flight, even before the sweep has expired it. The script has no flags, so a server whose memory is full refuses it before anything is written.
-- include clock
-- include units
-- include quotas
-- include texts
-- include exclusives
-- include listed
local ROUND, RESERVED, MARKER, LISTED, ENDED = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local input = cjson.decode(ARGV[1])
local exclusives = #input.exclusives

if input.marker and redis.call('GET', MARKER) ~= input.marker then return {'forgotten'} end

local record = read_record(ROUND, 'state', 'token', 'createdAtMs', 'unused')
local state = record.state
if state == 'reserved' and record.token == input.token then return {'reserved', record.createdAtMs} end
if state == 'reserved' and tonumber(redis.call('ZSCORE', RESERVED, input.roundId) or now) <= now then return {'overdue'} end
local is_unserved = state == 'expired' or state == 'failed' and record.unused
if state and not is_unserved then return {'duplicate', state} end

for exclusive, asked in ipairs(input.exclusives) do
  local EXCLUSIVE = KEYS[5 + exclusive]
  local user, ended = user_of(EXCLUSIVE, asked.tickMs), input.ended
  local is_free = not user or ended and exclusive == ended.exclusive and user == ended.roundId and ended_unserved(ENDED)
  if not is_free then return {'used', exclusive, user} end
end
local quotas, refusal = {}, nil
for hold, asked in ipairs(input.holds) do
  local QUOTA, HOLDS = KEYS[4 + exclusives + 2 * hold], KEYS[5 + exclusives + 2 * hold]
  local quota, available = open_quota(QUOTA, HOLDS), asked.available
  quotas[hold] = quota
  if asked.slot then available = store_reading(quota, HOLDS, asked.available, asked.slot) end
  if not fits(quota, HOLDS, tonumber(asked.units), tonumber(available), tonumber(asked.available), asked.counted) then
    refusal = {'held', hold}
    break
  end
end
if not refusal and redis.call('ZCOUNT', RESERVED, '(' .. now, '+inf') >= input.maxInFlight then refusal = {'at_capacity'} end

for hold, quota in ipairs(quotas) do
  local QUOTA, HOLDS = KEYS[4 + exclusives + 2 * hold], KEYS[5 + exclusives + 2 * hold]
  local asked = input.holds[hold]
  if not refusal then take(quota, HOLDS, asked.units, input.roundId) end
  -- A refused round leaves what the ledger says.
  if not refusal or asked.slot then close_quota(quota, QUOTA, HOLDS, input.recordTtlMs) end
end
if refusal then return refusal end
for exclusive, asked in ipairs(input.exclusives) do
  local EXCLUSIVE = KEYS[5 + exclusive]
  use(EXCLUSIVE, input.roundId, asked.lifeMs, asked.tickMs)
end
if is_unserved then redis.call('DEL', ROUND) end
local fields = {'version', input.version, 'state', 'reserved', 'token', input.token, 'path', input.path, 'createdAtMs', now}
if input.createdBy then
  table.insert(fields, 'createdBy')
  table.insert(fields, string.sub(input.createdBy, -64))
end
add_text(fields, 'holds', input.keptHolds)
redis.call('HSET', ROUND, unpack(fields))
redis.call('ZADD', RESERVED, now + input.lifeMs, input.roundId)
if input.isListed then list(LISTED, input.roundId, input.recordTtlMs) end
return {'reserved', now}
