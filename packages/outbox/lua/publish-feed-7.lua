#!lua flags=allow-oom
-- Opens a feed to every reader, or closes it, and announces it. The call with the greater time counts.
--
-- KEYS  1 publications  2 sources  3 latest  4 rows of the feed  5 answers of its owner  6 bytes  7 totals
-- Input  feedId: string
--        isOpen: boolean
--        atSeconds: number     of the text that the owner has signed, or of the operator's
--        by: string            owner or operator
--        owner: string         base58
--        source: string        what is opened, JSON
--        maxFeeds: number      open at once
--        maxOfOwner: number    opened by one owner
--        rowLifeMs: number     a feed without a value for so long makes room for another
-- Reply {'ok'} | {'older', time of the one that counts} | {'owner_full'} | {'full'}
-- include clock
-- include publications
local PUBLICATIONS, SOURCES, LATEST, ROWS, ANSWERS, BYTES, TOTALS = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5], KEYS[6], KEYS[7]
local input = cjson.decode(ARGV[1])
-- A text is taken for a minute: a closed feed is remembered for longer than any text about it can come.
local closed_seconds = 600

local is_open, open, of_owner, owned, idle = false, 0, 0, 0, nil
local texts = redis.call('HGETALL', PUBLICATIONS)
for place = 1, #texts, 2 do
  local id, feed = texts[place], read_publication(texts[place + 1])
  if id == input.feedId then
    if feed.at >= input.atSeconds then return {'older', feed.at} end
    is_open = feed.is_open
  elseif feed.is_open then
    open = open + 1
    if feed.owner == input.owner then
      owned = owned + 1
      if feed.by == 'owner' then of_owner = of_owner + 1 end
    end
    local latest = redis.call('HGET', LATEST, id)
    local last = math.max(feed.at * 1000, latest and tonumber(string.match(latest, '^%d+')) or 0)
    if feed.by == 'owner' and last < now - input.rowLifeMs then idle = id end
  elseif feed.at * 1000 < now - closed_seconds * 1000 then
    redis.call('HDEL', PUBLICATIONS, id)
  end
end

if input.isOpen then
  if input.by == 'owner' and of_owner >= input.maxOfOwner then return {'owner_full'} end
  if open >= input.maxFeeds then
    if not idle then return {'full'} end
    redis.call('HDEL', PUBLICATIONS, idle)
    redis.call('HDEL', SOURCES, idle)
    redis.call('HDEL', LATEST, idle)
  end
  redis.call('HSET', SOURCES, input.feedId, input.source)
else
  redis.call('HDEL', SOURCES, input.feedId)
  redis.call('HDEL', LATEST, input.feedId)
  redis.call('HDEL', BYTES, input.feedId)
  redis.call('DEL', ROWS)
  if owned == 0 then
    redis.call('HDEL', BYTES, input.owner)
    redis.call('DEL', ANSWERS)
  end
end
local state = input.isOpen and 'open' or 'closed'
redis.call('HSET', PUBLICATIONS, input.feedId, string.format('%s %d %s %s', state, input.atSeconds, input.by, input.owner))
redis.pcall('PUBLISH', TOTALS, ROWS)
return {'ok'}
