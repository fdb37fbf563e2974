-- Tells the processes that listen that the round is another now. The channel has the name of the totals, the message is the record's key. A server
-- that takes no messages changes nothing about the record.
local function announce(ROUND, TOTALS)
  redis.pcall('PUBLISH', TOTALS, ROUND)
end

-- Writes the new state with the fields that come with it, counts it and announces it. Returns how many rounds ever reached the state.
local function transition(ROUND, TOTALS, to, fields)
  redis.call('HSET', ROUND, 'state', to, unpack(fields or {}))
  local reached = redis.call('HINCRBY', TOTALS, to, '1')
  announce(ROUND, TOTALS)
  return reached
end
