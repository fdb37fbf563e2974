/**
 * What every script begins with.
 *
 * KEYS[1]  the shard's prefix, `{og:<gateway>}`
 *
 * Keys of a shard (README, "Keys"): `round:<id>` hash, `result:<id>` string, `figure:<owner>` hash, `committed:<owner>` sorted set,
 * `reserved`, `pending`, `due`, `parked` sorted sets, `totals` hash.
 *
 * Replies that are not data: `ok`, `unknown` (no such record), `stale` (another token holds it), `illegal <state>`.
 * A command repeated with its own token is answered as it was the first time: a client whose connection broke sends it again.
 */
export const PRELUDE = `
local function key(kind, id)
  return KEYS[1] .. ':' .. kind .. ':' .. id
end

local RESERVED = KEYS[1] .. ':reserved'
local PENDING = KEYS[1] .. ':pending'
local DUE = KEYS[1] .. ':due'
local PARKED = KEYS[1] .. ':parked'
local TOTALS = KEYS[1] .. ':totals'

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

-- The answer that stops a move, or nil when the move may be made.
local function refusal(record, token_field, token, from, to)
  local state, held = unpack(redis.call('HMGET', record, 'state', token_field))
  if not state then return {'unknown'} end
  if held ~= token then return {'stale'} end
  if state == to then return {'ok'} end
  if state ~= from then return {'illegal', state} end
  return nil
end

-- Writes the new state and forgets what only a holder of the record needed.
local function move(round_id, to)
  redis.call('HSET', key('round', round_id), 'state', to, 'updatedAtMs', now)
  redis.call('HINCRBY', TOTALS, to, 1)
end

-- A record that nothing moves any more is forgotten after ttl_ms.
local function finish(round_id, to, ttl_ms)
  move(round_id, to)
  for _, set in ipairs({RESERVED, PENDING, DUE, PARKED}) do
    redis.call('ZREM', set, round_id)
  end
  redis.call('HDEL', key('round', round_id), 'parkedAtMs')
  redis.call('PEXPIRE', key('round', round_id), ttl_ms)
end

-- Stores what the ledger says of a subscription: a higher slot wins, at the same slot the smaller figure. Whatever was settled up to the
-- slot of the figure is inside the figure, so it is no longer committed. Returns rounds left and slot as they now stand.
local function store_figure(owner, rounds_left, slot, ttl_ms)
  local figure = key('figure', owner)
  local held_rounds, held_slot = unpack(redis.call('HMGET', figure, 'roundsLeft', 'slot'))
  local is_newer = not held_slot or tonumber(slot) > tonumber(held_slot)
  local is_smaller = tonumber(slot) == tonumber(held_slot or '-1') and tonumber(rounds_left) < tonumber(held_rounds)
  if is_newer or is_smaller then
    redis.call('HSET', figure, 'roundsLeft', rounds_left, 'slot', slot)
    redis.call('ZREMRANGEBYSCORE', key('committed', owner), '-inf', slot)
    held_rounds, held_slot = rounds_left, slot
  end
  redis.call('PEXPIRE', figure, ttl_ms)
  return tonumber(held_rounds), tonumber(held_slot)
end

-- Gives the quota of a round that will not be settled back to its subscription.
local function release_quota(round_id)
  local owner = redis.call('HGET', key('round', round_id), 'subscriptionOwner')
  redis.call('ZREM', key('committed', owner), round_id)
end

-- Ends a claim: the record is due again at the given time, unless it is parked.
local function release_claim(round_id, token, next_attempt_ms)
  local record = key('round', round_id)
  redis.call('HDEL', record, 'claimToken', 'claimUntilMs', 'claimedBy')
  redis.call('HSET', record, 'releasedToken', token, 'nextAttemptMs', next_attempt_ms, 'updatedAtMs', now)
  if redis.call('HEXISTS', record, 'parkedAtMs') == 0 then
    redis.call('ZADD', DUE, next_attempt_ms, round_id)
  end
end
`;
