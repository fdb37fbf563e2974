local time = redis.call('TIME')
-- The server's clock, ms: the only one that decides.
local now = time[1] * 1000 + math.floor(time[2] / 1000)

-- Life of a reading against readings of lower slots, ms. No reader is that far behind, so after it the slot was wrong or lost.
local READING_LIFE_MS = 60000
-- Whether the slot of a reading was told a life ago.
local function is_past_life(since)
  return now - tonumber(since or '0') > READING_LIFE_MS
end
