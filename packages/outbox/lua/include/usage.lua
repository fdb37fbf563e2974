-- Usage is what an owner was charged in the last days. USAGE is a hash of one owner. The field '<days since 1970> <path> <delegate, or - for the owner itself>'
-- is a sum of units. With a '$' behind it, it is the sum of their amounts; with a '+', how many units there were beyond one a round. A sum of 0 has
-- no field. 'day' is the day of the newest field. Delegates beyond the bound of fields are counted together as *.
local usage_days, most_usage_fields, day_ms = 62, 4096, 86400000

local function drop_old_days(USAGE, day)
  for _, field in ipairs(redis.call('HKEYS', USAGE)) do
    local of_field = tonumber(string.match(field, '^%d+'))
    if of_field and of_field <= day - usage_days then redis.call('HDEL', USAGE, field) end
  end
end

-- A sum that no 64 bits hold stays as it is: the round is concluded in any case.
local function raise(USAGE, field, by)
  return redis.pcall('HINCRBY', USAGE, field, by)
end

-- Counts a round that was charged. Told is what its entry in the books says; nil, where nothing can be read there.
local function count_usage(USAGE, path, told)
  if not told then return end
  local delegate, units, amount = told.delegate, told.units, told.amount
  local day = math.floor(now / day_ms)
  local name = day .. ' ' .. path .. ' '
  local field = name .. delegate
  if raise(USAGE, field, units) == tonumber(units) then
    redis.call('PEXPIRE', USAGE, (usage_days + 1) * day_ms)
    if tonumber(redis.call('HGET', USAGE, 'day')) ~= day then
      drop_old_days(USAGE, day)
      redis.call('HSET', USAGE, 'day', day)
    end
    if redis.call('HLEN', USAGE) > most_usage_fields and delegate ~= '*' then
      redis.call('HDEL', USAGE, field)
      field = name .. '*'
      raise(USAGE, field, units)
    end
  end
  if amount ~= '0' then raise(USAGE, field .. '$', amount) end
  if units ~= '1' then raise(USAGE, field .. '+', string.format('%d', units - 1)) end
end
