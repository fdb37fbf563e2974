-- HOLDS of a quota has one member for each hold: its units and its round.

local function member_of(units, round_id)
  return units .. ':' .. round_id
end

local function units_of(member)
  return tonumber(string.match(member, '^%d+'))
end

local function sum_of(HOLDS)
  local sum = 0
  for _, member in ipairs(redis.call('ZRANGE', HOLDS, 0, -1)) do sum = sum + units_of(member) end
  return sum
end
