#!lua flags=allow-oom
-- The receipt can no longer vanish: the record is kept for a while and then forgotten.
--
-- KEYS  1 round  2 unfinal
-- ARGV  1 round id  2 slot the settlement was seen at  3 ms to keep the record
-- Reply 1 = it is final, 0 = it is not settled, or was seen at another slot
-- include clock
-- include texts
local ROUND, UNFINAL = KEYS[1], KEYS[2]

local state, seen_at_slot, final_at = unpack(redis.call('HMGET', ROUND, 'state', 'seenAtSlot', 'finalAtMs'))
if not state then redis.call('ZREM', UNFINAL, ARGV[1]) end
if state ~= 'settled' or seen_at_slot ~= ARGV[2] then return 0 end
if final_at then return 1 end

redis.call('HSET', ROUND, 'finalAtMs', now, 'updatedAtMs', now)
drop_pieces(ROUND, 'wire', 0)
redis.call('ZREM', UNFINAL, ARGV[1])
redis.call('PEXPIRE', ROUND, ARGV[3])
return 1
