#!lua flags=no-writes
-- Counts of one moment.
--
-- KEYS  1 reserved  2 pending  3 parked  4 unfinal  5 totals  6 paying  7 books  8 head of the books
-- Reply {now ms, reserved, pending, parked, unfinal, timestamp of the oldest pending round in seconds or '',
--        paying, time at which the oldest of them began, ms, or '', held,
--        rows of the books that wait, time of the oldest of them, ms, or '', rows that ever found no room,
--        then name and total of each state}
-- include clock
local RESERVED, PENDING, PARKED, UNFINAL, TOTALS, PAYING = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5], KEYS[6]
local BOOKS, HEAD = KEYS[7], KEYS[8]

local oldest = redis.call('ZRANGE', PENDING, 0, 0, 'WITHSCORES')
local oldest_row = redis.call('XRANGE', BOOKS, '-', '+', 'COUNT', 1)[1]
local longest_paying = redis.call('ZRANGE', PAYING, 0, 0, 'WITHSCORES')
local reply = {now, redis.call('ZCARD', RESERVED), redis.call('ZCARD', PENDING), redis.call('ZCOUNT', PARKED, '(0', '+inf'),
  redis.call('ZCARD', UNFINAL), oldest[2] or '',
  redis.call('ZCARD', PAYING), longest_paying[2] or '',
  redis.call('ZCOUNT', PARKED, '-inf', '(0'),
  redis.call('XLEN', BOOKS), oldest_row and string.match(oldest_row[2][2], '^%S+ (%d+)') or '', redis.call('HGET', HEAD, 'lost') or '0'}
for _, item in ipairs(redis.call('HGETALL', TOTALS)) do
  table.insert(reply, item)
end
return reply
