-- Tells the processes that listen that the round is another now. The channel has the name of the totals, the message is the record's key. A server
-- that takes no messages changes nothing about the record.
local function announce(ROUND, TOTALS)
  redis.pcall('PUBLISH', TOTALS, ROUND)
end

-- Writes the new state, counts it and announces it.
local function move(ROUND, TOTALS, to)
  redis.call('HSET', ROUND, 'state', to, 'updatedAtMs', now)
  redis.call('HINCRBY', TOTALS, to, 1)
  announce(ROUND, TOTALS)
end
