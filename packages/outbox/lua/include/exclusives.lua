-- An exclusive key names the round that uses it, and for a key of ticks the last tick that was used: keys of ticks have no tick in their
-- name, so that a script can declare them before it knows the time.

local function tick_of(tick_ms)
  return math.floor(now / tick_ms)
end

-- The round that uses the key, or nil when it is free. A clock that was set back finds its ticks used.
local function user_of(EXCLUSIVE, tick_ms)
  local round_id, tick = string.match(redis.call('GET', EXCLUSIVE) or '', '^(%w+) ?(%d*)$')
  if tick_ms ~= '0' and round_id and (tonumber(tick) or math.huge) < tick_of(tick_ms) then return nil end
  return round_id
end

-- Whether a round has come to its end without an answer that was paid for. A record lives as long as the keys that it gives back so: one that
-- is gone was such a round.
local function ended_unserved(ENDED)
  local state = redis.call('HGET', ENDED, 'state')
  return not state or state == 'failed' or state == 'expired' or state == 'unpaid'
end

local function use(EXCLUSIVE, round_id, life_ms, tick_ms)
  local tick = tick_ms == '0' and '' or string.format(' %d', tick_of(tick_ms))
  redis.call('SET', EXCLUSIVE, round_id .. tick, 'PX', life_ms)
end

local function give_up(EXCLUSIVE, round_id)
  if string.match(redis.call('GET', EXCLUSIVE) or '', '^%w+') == round_id then redis.call('DEL', EXCLUSIVE) end
end
