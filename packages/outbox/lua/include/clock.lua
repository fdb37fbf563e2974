local time = redis.call('TIME')
-- The server's clock, ms: the only one that decides.
local now = time[1] * 1000 + math.floor(time[2] / 1000)
