#!lua flags=no-writes
-- A record and its result at one moment.
--
-- KEYS  1 round  2 result
-- Reply {'1' = there is a result, the result, then name and value of each field}; {} = no such record
local ROUND, RESULT = KEYS[1], KEYS[2]

local fields = redis.call('HGETALL', ROUND)
if #fields == 0 then return {} end
local result = redis.call('GET', RESULT)
local reply = {result and '1' or '0', result or ''}
for _, text in ipairs(fields) do
  table.insert(reply, text)
end
return reply
