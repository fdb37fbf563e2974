-- LISTED holds the newest rounds under one name by the time at which they were listed, in µs. No two rounds have the same time.
local most_listed = 10000

-- A record lives at least life_ms, so an entry never outlives it. Adding an entry removes expired entries; the key expires with the last
-- one.
local function list(LISTED, round_id, life_ms)
  local newest = redis.call('ZREVRANGE', LISTED, 0, 0, 'WITHSCORES')[2] or 0
  local listed_at = math.max(time[1] * 1000000 + time[2], newest + 1)
  redis.call('ZADD', LISTED, string.format('%d', listed_at), round_id)
  redis.call('ZREMRANGEBYSCORE', LISTED, '-inf', string.format('%d', (now - life_ms) * 1000))
  redis.call('ZREMRANGEBYRANK', LISTED, 0, -1 - most_listed)
  redis.call('PEXPIRE', LISTED, life_ms)
end
