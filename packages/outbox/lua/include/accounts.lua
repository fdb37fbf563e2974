-- An account is a hash and a sorted set. ACCOUNT holds the ledger's figure ('available', 'slot') and the sum of all units taken
-- ('committed'). HOLDS has one member for each hold, at +inf while its round is not settled, then at the slot from which on a figure
-- counts the settlement, and at 'lost', above every slot, while it is not settled again because the ledger has lost its settlement.
local lost = '1e300'

local function member_of(units, round_id)
  return units .. ':' .. round_id
end

local function take(ACCOUNT, HOLDS, units, round_id, until_when)
  if redis.call('ZADD', HOLDS, until_when, member_of(units, round_id)) == 1 then
    redis.call('HINCRBY', ACCOUNT, 'committed', units)
  end
end

local function give_back_member(ACCOUNT, HOLDS, member)
  if redis.call('ZREM', HOLDS, member) == 1 then
    redis.call('HINCRBY', ACCOUNT, 'committed', '-' .. string.match(member, '^%d+'))
  end
end

local function give_back(ACCOUNT, HOLDS, units, round_id)
  give_back_member(ACCOUNT, HOLDS, member_of(units, round_id))
end

-- Of two figures the one of the higher slot wins, at the same slot the smaller. What was seen settled up to the slot of the figure is
-- inside the figure, so it is no longer committed. Returns what is available as it now stands.
local function store_figure(ACCOUNT, HOLDS, available, slot)
  local known, known_slot = unpack(redis.call('HMGET', ACCOUNT, 'available', 'slot'))
  local is_newer = not known_slot or tonumber(slot) > tonumber(known_slot)
  local is_smaller = not is_newer and tonumber(slot) == tonumber(known_slot) and tonumber(available) < tonumber(known)
  if not is_newer and not is_smaller then return known end
  redis.call('HSET', ACCOUNT, 'available', available, 'slot', slot)
  for _, member in ipairs(redis.call('ZRANGEBYSCORE', HOLDS, '-inf', slot)) do
    give_back_member(ACCOUNT, HOLDS, member)
  end
  return available
end

-- What is committed beside the rounds of 'counted', members between blanks that were seen settled on the ledger: those that still hold are
-- in the figure already. Not so one whose settlement was lost, because it may be the lost one that was seen.
local function committed_beside(ACCOUNT, HOLDS, counted)
  local committed, members = tonumber(redis.call('HGET', ACCOUNT, 'committed') or '0'), {}
  for member in string.gmatch(counted, '%S+') do table.insert(members, member) end
  if #members == 0 then return committed end
  for place, score in ipairs(redis.call('ZMSCORE', HOLDS, unpack(members))) do
    if score and tonumber(score) ~= tonumber(lost) then committed = committed - tonumber(string.match(members[place], '^%d+')) end
  end
  return committed
end

-- An account lives while a round that is not settled holds units of it, and ttl_ms longer. By then every reader of the ledger is past the
-- slots of the settlements it waited for.
local function keep_account(ACCOUNT, HOLDS, ttl_ms)
  if redis.call('ZCOUNT', HOLDS, lost, '+inf') > 0 then
    redis.call('PERSIST', ACCOUNT)
    redis.call('PERSIST', HOLDS)
  else
    -- One moment for both: a sum without its members would never fall again.
    redis.call('PEXPIREAT', ACCOUNT, now + ttl_ms)
    redis.call('PEXPIREAT', HOLDS, now + ttl_ms)
  end
end
