-- A quota is a hash and a sorted set. QUOTA holds the ledger's reading ('available', 'slot') and the sum of all units taken ('committed').
-- 'readingAtMs' is the time at which the slot was first told, by the server's clock.
-- HOLDS has one member for each hold. Its score is +inf while the round is not settled, then the first slot whose reading counts the
-- settlement.

local function member_of(units, round_id)
  return units .. ':' .. round_id
end

local function take(QUOTA, HOLDS, units, round_id)
  if redis.call('ZADD', HOLDS, '+inf', member_of(units, round_id)) == 1 then
    redis.call('HINCRBY', QUOTA, 'committed', units)
  end
end

local function give_back_member(QUOTA, HOLDS, member)
  if redis.call('ZREM', HOLDS, member) == 1 then
    redis.call('HINCRBY', QUOTA, 'committed', '-' .. string.match(member, '^%d+'))
  end
end

local function give_back(QUOTA, HOLDS, units, round_id)
  give_back_member(QUOTA, HOLDS, member_of(units, round_id))
end

-- Slots that pass in the life of a reading.
local READING_LIFE_SLOTS = 150

-- No settlement was seen that late: the ledger is at 'slot'. Its rounds give their units back when a reading counts them for certain.
local function lower_holds(HOLDS, slot)
  local latest = tonumber(slot) + READING_LIFE_SLOTS
  for _, member in ipairs(redis.call('ZRANGEBYSCORE', HOLDS, '(' .. string.format('%.0f', latest), '(+inf')) do
    redis.call('ZADD', HOLDS, 'XX', latest, member)
  end
end

-- The reading of the higher slot wins; at the same slot, the smaller one. A reading whose slot was told a life ago gives way to any other: one
-- wrong slot must not stand for ever. A reading counts every settlement that was seen at its slot or earlier, so the units of those rounds are
-- given back. Returns the number of units available by the winning reading.
local function store_reading(QUOTA, HOLDS, available, slot)
  local known, known_slot, since = unpack(redis.call('HMGET', QUOTA, 'available', 'slot', 'readingAtMs'))
  local is_newer = not known_slot or tonumber(slot) > tonumber(known_slot)
  local is_same = known_slot and tonumber(slot) == tonumber(known_slot)
  local is_smaller = is_same and tonumber(available) < tonumber(known)
  local is_over = known_slot and is_past_life(since)
  if not is_newer and not is_smaller and not is_over then return known end
  redis.call('HSET', QUOTA, 'available', available, 'slot', slot)
  if not is_same then redis.call('HSET', QUOTA, 'readingAtMs', now) end
  if not is_newer and not is_same then lower_holds(HOLDS, slot) end
  for _, member in ipairs(redis.call('ZRANGEBYSCORE', HOLDS, '-inf', slot)) do
    give_back_member(QUOTA, HOLDS, member)
  end
  return available
end

-- Stores what a settlement has left. A reading of a higher slot allows no more from then on. If the account was filled up since, the next reading
-- says so. If that slot is wrong, no reading would count this settlement.
local function store_what_is_left(QUOTA, HOLDS, available, slot)
  local winning = store_reading(QUOTA, HOLDS, available, slot)
  if tonumber(winning) > tonumber(available) then redis.call('HSET', QUOTA, 'available', available) end
end

-- Whether so many units are free. Both readings must allow them: 'seen', which the round's process has just read, and 'available', which may be a
-- newer one. A newer reading counts what was settled since; the slot of a wrong one may be no newer at all. 'counted' are members that 'seen'
-- counts already, or nil: members that still hold units are not counted once more.
local function fits(QUOTA, HOLDS, units, available, seen, counted)
  local committed = tonumber(redis.call('HGET', QUOTA, 'committed') or '0')
  local free = math.min(available, seen)
  if units <= free - committed then return true end
  if not counted then return false end
  for place, held in ipairs(redis.call('ZMSCORE', HOLDS, unpack(counted))) do
    if held then committed = committed - tonumber(string.match(counted[place], '^%d+')) end
  end
  return units <= free - committed
end

-- A quota lives while a round that is not settled holds units of it, and ttl_ms longer. Every reader of the ledger is then past the slots
-- of the settlements that the quota waited for.
local function keep_quota(QUOTA, HOLDS, ttl_ms)
  if redis.call('ZCOUNT', HOLDS, '+inf', '+inf') > 0 then
    redis.call('PERSIST', QUOTA)
    redis.call('PERSIST', HOLDS)
  else
    -- Both keys expire at the same moment: a sum without its members would never fall again.
    redis.call('PEXPIREAT', QUOTA, now + ttl_ms)
    redis.call('PEXPIREAT', HOLDS, now + ttl_ms)
  end
end
