#!lua flags=allow-oom
-- Takes calls of a budget that no span of a minute exceeds, or only looks whether they are there.
--
-- KEYS  1 calls taken, by the second
-- ARGV  1 calls  2 most in a minute  3 '1' to take them, '0' to look
-- Reply {'taken', second} | {'spent', seconds until so many are there}
-- include clock
local CALLS = KEYS[1]
local wanted, most = tonumber(ARGV[1]), tonumber(ARGV[2])
-- The second that is under way and the sixty before it: a minute touches no more.
local second = math.floor(now / 1000)
local oldest = second - 60

local taken, entries = 0, {}
local all = redis.call('HGETALL', CALLS)
for place = 1, #all, 2 do
  local at, count = tonumber(all[place]), tonumber(all[place + 1])
  if at >= oldest and at <= second then
    taken = taken + count
    entries[#entries + 1] = { at, count }
  elseif ARGV[3] == '1' then
    redis.call('HDEL', CALLS, all[place])
  end
end

if taken + wanted > most then
  table.sort(entries, function(one, other) return one[1] < other[1] end)
  for _, entry in ipairs(entries) do
    taken = taken - entry[2]
    if taken + wanted <= most then return {'spent', entry[1] + 61 - second} end
  end
  return {'spent', 61}
end

if ARGV[3] == '1' then
  redis.call('HINCRBY', CALLS, second, wanted)
  redis.call('EXPIRE', CALLS, 62)
end
return {'taken', second}
