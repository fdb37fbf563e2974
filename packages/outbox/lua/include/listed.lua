-- LISTED holds the newest rounds under one name by the time at which they were listed, in µs. No two rounds have the same time.
local most_listed = 10000
-- Parts of an entry's life. Once in each of them, expired entries are removed and the end of the key is set anew.
local life_parts = 8

-- A record lives at least life_ms, and an entry at most a part of it longer.
local function list(LISTED, round_id, life_ms)
  local newest = tonumber(redis.call('ZREVRANGE', LISTED, 0, 0, 'WITHSCORES')[2] or 0)
  local listed_at = math.max(time[1] * 1000000 + time[2], newest + 1)
  redis.call('ZADD', LISTED, string.format('%d', listed_at), round_id)
  if newest > 0 then redis.call('ZREMRANGEBYRANK', LISTED, 0, -1 - most_listed) end
  local part_us = math.ceil(life_ms * 1000 / life_parts)
  if math.floor(newest / part_us) == math.floor(listed_at / part_us) then return end
  if newest > 0 then redis.call('ZREMRANGEBYSCORE', LISTED, '-inf', string.format('%d', (now - life_ms) * 1000)) end
  redis.call('PEXPIRE', LISTED, math.ceil(life_ms + part_us / 1000))
end
