-- A quota is a hash and a sorted set. QUOTA holds the ledger's figure ('available', 'slot') and the sum of all units taken ('committed').
-- HOLDS has one member for each hold. Its score is +inf while the round is not settled, then the first slot whose figure counts the
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

-- The figure of the higher slot wins; at the same slot, the smaller one. A figure counts every settlement that was seen at its slot or
-- earlier, so the units of those rounds are given back. Returns the number of units available by the winning figure.
local function store_figure(QUOTA, HOLDS, available, slot)
  local known, known_slot = unpack(redis.call('HMGET', QUOTA, 'available', 'slot'))
  local is_newer = not known_slot or tonumber(slot) > tonumber(known_slot)
  local is_smaller = not is_newer and tonumber(slot) == tonumber(known_slot) and tonumber(available) < tonumber(known)
  if not is_newer and not is_smaller then return known end
  redis.call('HSET', QUOTA, 'available', available, 'slot', slot)
  for _, member in ipairs(redis.call('ZRANGEBYSCORE', HOLDS, '-inf', slot)) do
    give_back_member(QUOTA, HOLDS, member)
  end
  return available
end

-- Whether so many units are free. 'counted' are members that the figure 'seen' counts already, or nil: members that still hold units are
-- not counted once more. 'available' may be a newer figure, of a ledger that has lost what was seen, so both figures must allow the units.
local function fits(QUOTA, HOLDS, units, available, seen, counted)
  local committed = tonumber(redis.call('HGET', QUOTA, 'committed') or '0')
  if units <= available - committed then return true end
  if not counted then return false end
  for place, held in ipairs(redis.call('ZMSCORE', HOLDS, unpack(counted))) do
    if held then committed = committed - tonumber(string.match(counted[place], '^%d+')) end
  end
  return units <= math.min(available, seen) - committed
end

-- A quota lives while a round that is not settled holds units of it, and ttl_ms longer. By then every reader of the ledger is past the slots
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
