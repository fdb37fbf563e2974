-- A quota is a hash and a sorted set. A member of HOLDS has the score +inf while its round is not settled, then the first slot whose reading counts the
-- settlement. QUOTA has the ledger's reading ('available', 'slot'), 'readingAtMs', when the slot was first told, and 'committed', the sum of the
-- units in HOLDS. 'endsAtMs' is when QUOTA expires, all by the server's clock.
--
-- HOLDS does not expire while a round that is not settled holds units. Its other members expire at the moment at which QUOTA does. If QUOTA expires
-- earlier, the sum is counted anew. No sum reaches 2^53.

-- One read, at the beginning of a script. close_quota writes the changes, at its end.
local function open_quota(QUOTA, HOLDS)
  local values = redis.call('HMGET', QUOTA, 'available', 'slot', 'readingAtMs', 'committed', 'endsAtMs')
  local committed = tonumber(values[4] or nil)
  return {
    available = values[1] or nil,
    slot = values[2] or nil,
    since = values[3] or nil,
    committed = committed or sum_of(HOLDS),
    stored = committed,
    ends = tonumber(values[5] or 0),
    fields = {},
  }
end

local function set(quota, field, value)
  table.insert(quota.fields, field)
  table.insert(quota.fields, value)
end

local function take(quota, HOLDS, units, round_id)
  -- A quota without members has no key yet, and so no end.
  if quota.committed > 0 then redis.call('PERSIST', HOLDS) end
  if redis.call('ZADD', HOLDS, '+inf', member_of(units, round_id)) == 1 then quota.committed = quota.committed + units end
end

local function give_back_member(quota, HOLDS, member)
  if redis.call('ZREM', HOLDS, member) == 1 then quota.committed = quota.committed - units_of(member) end
  quota.is_lower = true
end

local function give_back(quota, HOLDS, units, round_id)
  give_back_member(quota, HOLDS, member_of(units, round_id))
end

-- The units of a settled round are given back by the first reading of this slot or a higher one.
local function await_reading(quota, HOLDS, units, round_id, slot)
  redis.call('ZADD', HOLDS, 'XX', slot, member_of(units, round_id))
  quota.is_lower = true
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
local function store_reading(quota, HOLDS, available, slot)
  local known_slot = quota.slot
  local is_newer = not known_slot or tonumber(slot) > tonumber(known_slot)
  local is_same = known_slot and tonumber(slot) == tonumber(known_slot)
  local is_smaller = is_same and tonumber(available) < tonumber(quota.available)
  local is_over = known_slot and is_past_life(quota.since)
  if not is_newer and not is_smaller and not is_over then return quota.available end
  quota.available, quota.slot = available, slot
  set(quota, 'available', available)
  if not is_same then
    set(quota, 'slot', slot)
    set(quota, 'readingAtMs', now)
    if not is_newer then lower_holds(HOLDS, slot) end
  end
  if quota.committed == 0 then return available end
  for _, member in ipairs(redis.call('ZRANGEBYSCORE', HOLDS, '-inf', slot)) do
    give_back_member(quota, HOLDS, member)
  end
  return available
end

-- Stores what a settlement has left. A reading of a higher slot allows no more from then on. If the account was filled up since, the next reading
-- says so. If that slot is wrong, no reading would count this settlement.
local function store_what_is_left(quota, HOLDS, available, slot)
  local winning = store_reading(quota, HOLDS, available, slot)
  if tonumber(winning) > tonumber(available) then set(quota, 'available', available) end
end

-- Whether so many units are free. Both readings must allow them: 'seen', which the round's process has just read, and 'available', which may be a
-- newer one. A newer reading counts what was settled since; the slot of a wrong one may be no newer at all. 'counted' are members that 'seen'
-- counts already, or nil: members that still hold units are not counted once more.
local function fits(quota, HOLDS, units, available, seen, counted)
  local committed = quota.committed
  local free = math.min(available, seen)
  if units <= free - committed then return true end
  if not counted then return false end
  for place, held in ipairs(redis.call('ZMSCORE', HOLDS, unpack(counted))) do
    if held then committed = committed - units_of(counted[place]) end
  end
  return units <= free - committed
end

-- Writes what has changed. A quota lives for ttl_ms after its last use at least, and twice as long at most: its end is set once in a ttl_ms. Every reader
-- of the ledger is then past the slots of the settlements that the quota waited for.
local function close_quota(quota, QUOTA, HOLDS, ttl_ms)
  local is_ending = quota.ends < now + ttl_ms
  if is_ending then
    quota.ends = now + 2 * ttl_ms
    set(quota, 'endsAtMs', quota.ends)
  end
  if quota.committed ~= quota.stored then set(quota, 'committed', string.format('%.0f', quota.committed)) end
  if #quota.fields > 0 then redis.call('HSET', QUOTA, unpack(quota.fields)) end
  if is_ending then redis.call('PEXPIREAT', QUOTA, quota.ends) end
  local may_be_over = quota.committed > 0 and (is_ending or quota.is_lower)
  if may_be_over and redis.call('ZCOUNT', HOLDS, '+inf', '+inf') == 0 then redis.call('PEXPIREAT', HOLDS, quota.ends) end
end
