#!lua
-- Takes a round's identity, its exclusive keys, all of its holds and a place in flight, or nothing.
--
-- KEYS  1 round  2 reserved  3 marker  4 list  5 a round that may have ended unserved  then each exclusive key  then for each hold: account, its holds
-- ARGV  1 round id  2 token  3 path  4 life of the reservation, ms  5 most in flight  6 ms to keep an account and a list  7 who reserves, or ''
--       8 what the marker must hold, '' = not asked  9 version of the record  10 holds as the record keeps them  11 exclusive keys
--       12 '1' = listed  13 place of the exclusive key that is free once the round of KEYS 5 has ended unserved, 0 = none  14 that round
--       then for each exclusive key: life, ms, and tick, ms, 0 = none
--       then for each hold: units, available, slot of that figure or '' = a fixed cap, members that the figure counts already
-- Reply {'reserved', created at ms} | {'duplicate', state} | {'used', place of the exclusive key, its round} | {'held', place of the hold} |
--       {'at_capacity'} | {'forgotten'}
--
-- The identity is judged first: a replay asks for no second unit. A reservation whose time is over holds no place in flight, even before
-- the sweep has come by. Without flags: a server whose memory is full refuses before anything is written.
-- include clock
-- include accounts
-- include texts
-- include exclusives
-- include listed
local ROUND, RESERVED, MARKER, LISTED, ENDED = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local round_id, token, exclusives = ARGV[1], ARGV[2], tonumber(ARGV[11])
local holds = (#KEYS - 5 - exclusives) / 2

if ARGV[8] ~= '' and redis.call('GET', MARKER) ~= ARGV[8] then return {'forgotten'} end

local state, holder, created = unpack(redis.call('HMGET', ROUND, 'state', 'token', 'createdAtMs'))
if state == 'reserved' and holder == token then return {'reserved', created} end
if state then return {'duplicate', state} end

local function exclusive_arguments(exclusive)
  return unpack(ARGV, 13 + 2 * exclusive, 14 + 2 * exclusive)
end
local function hold_arguments(hold)
  local first = 11 + 2 * exclusives + 4 * hold
  return unpack(ARGV, first, first + 3)
end

for exclusive = 1, exclusives do
  local EXCLUSIVE = KEYS[5 + exclusive]
  local _, tick_ms = exclusive_arguments(exclusive)
  local user = user_of(EXCLUSIVE, tick_ms)
  local is_free = not user or exclusive == tonumber(ARGV[13]) and user == ARGV[14] and ended_unserved(ENDED)
  if not is_free then return {'used', exclusive, user} end
end
for hold = 1, holds do
  local ACCOUNT, HOLDS = KEYS[4 + exclusives + 2 * hold], KEYS[5 + exclusives + 2 * hold]
  local units, seen, slot, counted = hold_arguments(hold)
  local available = seen
  if slot ~= '' then
    available = store_figure(ACCOUNT, HOLDS, seen, slot)
    keep_account(ACCOUNT, HOLDS, ARGV[6])
  end
  if not fits(ACCOUNT, HOLDS, tonumber(units), tonumber(available), tonumber(seen), counted) then return {'held', hold} end
end
if redis.call('ZCOUNT', RESERVED, '(' .. now, '+inf') >= tonumber(ARGV[5]) then return {'at_capacity'} end

for exclusive = 1, exclusives do
  local EXCLUSIVE = KEYS[5 + exclusive]
  local life_ms, tick_ms = exclusive_arguments(exclusive)
  use(EXCLUSIVE, round_id, life_ms, tick_ms)
end
for hold = 1, holds do
  local ACCOUNT, HOLDS = KEYS[4 + exclusives + 2 * hold], KEYS[5 + exclusives + 2 * hold]
  local units = hold_arguments(hold)
  take(ACCOUNT, HOLDS, units, round_id)
  keep_account(ACCOUNT, HOLDS, ARGV[6])
end
redis.call('HSET', ROUND, 'version', ARGV[9], 'state', 'reserved', 'token', token, 'path', ARGV[3],
  'createdAtMs', now, 'updatedAtMs', now, 'attempts', 0)
set_text(ROUND, 'holds', ARGV[10])
if ARGV[7] ~= '' then redis.call('HSET', ROUND, 'createdBy', ARGV[7]) end
redis.call('ZADD', RESERVED, now + ARGV[4], round_id)
if ARGV[12] == '1' then list(LISTED, round_id, ARGV[6]) end
return {'reserved', now}
