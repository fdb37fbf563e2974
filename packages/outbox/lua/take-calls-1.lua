#!lua flags=allow-oom
-- Takes calls of a budget that tenants share, or only tells whether they are free. No span of a minute has more calls than the budget.
--
-- KEYS  1 calls taken, by second and tenant
-- Input  calls: number
--        callsPerMinute: number
--        takes: boolean           false = only check
--        tenant: string
--        isStranger: boolean
-- Reply {'taken', second} | {'spent' or 'share', seconds until so many calls are free}
--
-- A tenant may have FACTOR times what is free; all strangers together may have as much as is free. The last sixteenth of the budget, and as
-- much again as is asked for, is for tenants that have less. packages/fair-share has the same rule in a process.
-- include clock
local CALLS = KEYS[1]
local FACTOR, STRANGERS_FACTOR = 8, 1
local input = cjson.decode(ARGV[1])
local wanted, most, tenant = input.calls, input.callsPerMinute, input.tenant
local reserve = math.ceil(most / 16)
-- A span of a minute touches the current second and the sixty before it.
local second = math.floor(now / 1000)
local oldest = second - 60

local taken, own, strangers, entries = 0, 0, 0, {}
local function count(who, calls)
  taken = taken + calls
  if who == tenant then own = own + calls end
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
  elseif input.takes then
    redis.call('HDEL', CALLS, all[place])
  end
end

local function share(has, factor)
  local kept = 0
  if has > 0 then kept = math.min(has, math.max(reserve, wanted)) + wanted - 1 end
  return has + wanted <= factor * (most - taken - kept)
end
local function refusal()
  if taken + wanted > most then return 'spent' end
  if not share(own, FACTOR) or (input.isStranger and not share(strangers, STRANGERS_FACTOR)) then return 'share' end
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

if input.takes then
  redis.call('HINCRBY', CALLS, second .. ':' .. tenant, wanted)
  redis.call('EXPIRE', CALLS, 62)
end
return {'taken', second}
