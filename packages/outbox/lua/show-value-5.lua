#!lua
-- Shows a value of a public feed to its readers, and announces it, unless the feed is closed or shows a later value.
--
-- KEYS  1 publications  2 latest  3 rows of the feed  4 bytes  5 totals
-- Input  feedId: string
--        answerId: string       of the answer that holds the value
--        observedAtMs: number   its stamp
--        value: string
--        told: string           what readers are told of it, JSON
--        bytes: number          that the rows of the feed may have
--        lifeMs: number
-- Reply 1: it is shown | 0
--
-- Stamps are rounded, so that of two answers with one stamp the one that comes later is shown.
-- include clock
-- include streams
-- include publications
local PUBLICATIONS, LATEST, ROWS, BYTES, TOTALS = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local input = cjson.decode(ARGV[1])
-- A row is kept for each minute: the first value in it.
local row_ms = 60000

local publication = redis.call('HGET', PUBLICATIONS, input.feedId)
if not publication or not read_publication(publication).is_open then return 0 end
local latest = redis.call('HGET', LATEST, input.feedId)
if latest and tonumber(string.match(latest, '^%S+ (%d+)')) > input.observedAtMs then return 0 end

redis.call('HSET', LATEST, input.feedId, string.format('%s %d %s', input.answerId, input.observedAtMs, input.told))
local minute = now - now % row_ms
local last = redis.call('XREVRANGE', ROWS, '+', '-', 'COUNT', 1)[1]
if not last or tonumber(string.match(last[1], '^%d+')) < minute then
  local most = { bytes = input.bytes, lifeMs = input.lifeMs }
  append(ROWS, BYTES, input.feedId, string.format('%d-0', minute), { 'v', input.value }, most)
end
redis.pcall('PUBLISH', TOTALS, ROWS)
return 1
