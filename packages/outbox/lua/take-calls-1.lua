#!lua flags=allow-oom
-- Takes calls of a budget that no span of a minute exceeds and that parties share, or only looks whether they are there.
--
-- KEYS  1 calls taken, by second and party
-- ARGV  1 calls  2 most in a minute  3 '1' to take them, '0' to look  4 party  5 '1' = it is a stranger
-- Reply {'taken', second} | {'spent' or 'share', seconds until so many are there}
--
-- A party may have so many times what is free, all strangers together as much as is free; the last sixteenth, and what is asked for once more, is for those who have less
-- (packages/fair-share has the same rule in a process).
-- include clock
local CALLS = KEYS[1]
local FACTOR, STRANGERS_FACTOR = 8, 1
local wanted, most, party = tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[4]
local spare = math.ceil(most / 16)
-- The second that is under way and the sixty before it: a minute touches no more.
local second = math.floor(now / 1000)
local oldest = second - 60

local taken, own, strangers, entries = 0, 0, 0, {}
local function count(who, calls)
  taken = taken + calls
  if who == party then own = own + calls end
  if string.sub(who, 1, 1) == 's' then strangers = strangers + calls end
end
local all = redis.call('HGETALL', CALLS)
for place = 1, #all, 2 do
  local at, who = string.match(all[place], '^(%d+):(.*)$')
  at = tonumber(at)
  if at >= oldest and at <= second then
    local calls = tonumber(all[place + 1])
    count(who, calls)
    entries[#entries + 1] = { at, who, calls }
  elseif ARGV[3] == '1' then
    redis.call('HDEL', CALLS, all[place])
  end
end

local function share(has, factor)
  local kept = 0
  if has > 0 then kept = math.min(has, math.max(spare, wanted)) + wanted - 1 end
  return has + wanted <= factor * (most - taken - kept)
end
local function refusal()
  if taken + wanted > most then return 'spent' end
  if not share(own, FACTOR) or (ARGV[5] == '1' and not share(strangers, STRANGERS_FACTOR)) then return 'share' end
  return nil
end

local refused = refusal()
if refused then
  table.sort(entries, function(one, other) return one[1] < other[1] end)
  for _, entry in ipairs(entries) do
    count(entry[2], -entry[3])
    if not refusal() then return {refused, entry[1] + 61 - second} end
  end
  return {refused, 61}
end

if ARGV[3] == '1' then
  redis.call('HINCRBY', CALLS, second .. ':' .. party, wanted)
  redis.call('EXPIRE', CALLS, 62)
end
return {'taken', second}
