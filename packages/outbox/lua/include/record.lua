-- Writes the new state and counts it.
local function move(ROUND, TOTALS, to)
  redis.call('HSET', ROUND, 'state', to, 'updatedAtMs', now)
  redis.call('HINCRBY', TOTALS, to, 1)
end
