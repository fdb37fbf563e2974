-- An exclusive key holds the id of the round that uses it. A key of ticks also holds the last tick that was used. The tick is part of the
-- value, not of the name, so that a script can declare the key before it reads the clock.

local function tick_of(tick_ms)
  return math.floor(now / tick_ms)
end

-- The round that uses the key, or nil when it is free. After the clock was set back, its ticks count as used.
local function user_of(EXCLUSIVE, tick_ms)
  local round_id, tick = string.match(redis.call('GET', EXCLUSIVE) or '', '^(%w+) ?(%d*)$')
  if tick_ms and round_id and (tonumber(tick) or math.huge) < tick_of(tick_ms) then return nil end
  return round_id
end

-- Whether a round ended without an answer that was paid for. A record lives as long as the keys that it frees in this way, so a round without
-- a record has ended so.
local function ended_unserved(ENDED)
  local state = redis.call('HGET', ENDED, 'state')
  return not state or state == 'failed' or state == 'expired' or state == 'unpaid'
end

local function use(EXCLUSIVE, round_id, life_ms, tick_ms)
  local tick = tick_ms and string.format(' %d', tick_of(tick_ms)) or ''
  redis.call('SET', EXCLUSIVE, round_id .. tick, 'PX', life_ms)
end

local function give_up(EXCLUSIVE, round_id)
  if string.match(redis.call('GET', EXCLUSIVE) or '', '^%w+') == round_id then redis.call('DEL', EXCLUSIVE) end
end
