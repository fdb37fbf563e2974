#!lua flags=allow-oom
-- Gives one process the payment for a while, to find out what became of it. A claim whose time is over is taken over by whoever asks next.
--
-- KEYS  1 round  2 paying
-- ARGV  1 round id  2 token  3 who claims  4 lease, ms
-- Reply {'claimed', then name and value of each field of the record} | {'none'}
-- include clock
local ROUND, PAYING = KEYS[1], KEYS[2]
local round_id, token = ARGV[1], ARGV[2]

local state, holder, lease_end = unpack(redis.call('HMGET', ROUND, 'state', 'claimToken', 'claimUntilMs'))
-- Somebody deleted the record by hand.
if not state then redis.call('ZREM', PAYING, round_id) end
if state ~= 'settling' and state ~= 'payment_unknown' then return {'none'} end
if holder ~= token then
  if holder and tonumber(lease_end) > now then return {'none'} end
  redis.call('HSET', ROUND, 'claimToken', token, 'claimUntilMs', now + ARGV[4], 'claimedBy', ARGV[3])
end
return {'claimed', unpack(redis.call('HGETALL', ROUND))}
