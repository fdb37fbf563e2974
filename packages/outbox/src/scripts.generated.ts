// Written by `node lua/build.mjs` from the files of lua/: change those.

const ACCOUNTS = String.raw`-- An account is a hash and a sorted set. ACCOUNT holds the ledger's figure ('available', 'slot') and the sum of all units taken
-- ('committed'). HOLDS has one member for each hold, at +inf while its round is not settled, then at the slot from which on a figure
-- counts the settlement.

local function member_of(units, round_id)
  return units .. ':' .. round_id
end

local function take(ACCOUNT, HOLDS, units, round_id)
  if redis.call('ZADD', HOLDS, '+inf', member_of(units, round_id)) == 1 then
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

-- Whether so many units are free. 'counted' are members between blanks that the figure 'seen' counts already: those that still hold are not
-- counted once more. What stands may be a newer figure, of a ledger that has lost what was seen, so both must allow it.
local function fits(ACCOUNT, HOLDS, units, available, seen, counted)
  local committed, members = tonumber(redis.call('HGET', ACCOUNT, 'committed') or '0'), {}
  if units <= available - committed then return true end
  for member in string.gmatch(counted, '%S+') do table.insert(members, member) end
  if #members == 0 then return false end
  for place, held in ipairs(redis.call('ZMSCORE', HOLDS, unpack(members))) do
    if held then committed = committed - tonumber(string.match(members[place], '^%d+')) end
  end
  return units <= math.min(available, seen) - committed
end

-- An account lives while a round that is not settled holds units of it, and ttl_ms longer. By then every reader of the ledger is past the
-- slots of the settlements it waited for.
local function keep_account(ACCOUNT, HOLDS, ttl_ms)
  if redis.call('ZCOUNT', HOLDS, '+inf', '+inf') > 0 then
    redis.call('PERSIST', ACCOUNT)
    redis.call('PERSIST', HOLDS)
  else
    -- One moment for both: a sum without its members would never fall again.
    redis.call('PEXPIREAT', ACCOUNT, now + ttl_ms)
    redis.call('PEXPIREAT', HOLDS, now + ttl_ms)
  end
end
`;

const CLAIM = String.raw`-- The answer that stops a command of the claim's holder, or nil when it may go on. A claim ends with one command; that one repeated is
-- answered as it was the first time, any other comes too late.
local function claim_refusal(ROUND, token, command)
  local state, holder, ended = unpack(redis.call('HMGET', ROUND, 'state', 'claimToken', 'endedClaim'))
  if not state then return {'unknown'} end
  if ended == command .. ' ' .. token then return {'ok'} end
  if holder ~= token then return {'stale'} end
  if state ~= 'pending' then return {'illegal', state} end
  return nil
end

local function end_claim(ROUND, token, command)
  redis.call('HDEL', ROUND, 'claimToken', 'claimUntilMs', 'claimedBy')
  redis.call('HSET', ROUND, 'endedClaim', command .. ' ' .. token)
end

-- When somebody may claim the record next. A parked one is nobody's.
local function schedule(ROUND, DUE, round_id, at_ms)
  redis.call('HSET', ROUND, 'nextAttemptMs', at_ms, 'updatedAtMs', now)
  if redis.call('HEXISTS', ROUND, 'parkedAtMs') == 0 then redis.call('ZADD', DUE, at_ms, round_id) end
end

-- Why a record is parked matters more to an operator than why a later look at it was put off.
local function wait_because(ROUND, reason)
  if redis.call('HEXISTS', ROUND, 'parkedAtMs') == 0 then redis.call('HSET', ROUND, 'reason', reason) end
end
`;

const CLOCK = String.raw`local time = redis.call('TIME')
-- The server's clock, ms: the only one that decides.
local now = time[1] * 1000 + math.floor(time[2] / 1000)
`;

const EXCLUSIVES = String.raw`-- An exclusive key names the round that uses it, and for a key of ticks the last tick that was used: keys of ticks have no tick in their
-- name, so that a script can declare them before it knows the time.

local function tick_of(tick_ms)
  return math.floor(now / tick_ms)
end

-- The round that uses the key, or nil when it is free. A clock that was set back finds its ticks used.
local function user_of(EXCLUSIVE, tick_ms)
  local round_id, tick = string.match(redis.call('GET', EXCLUSIVE) or '', '^(%w+) ?(%d*)$')
  if tick_ms ~= '0' and round_id and (tonumber(tick) or math.huge) < tick_of(tick_ms) then return nil end
  return round_id
end

-- Whether a round has come to its end without an answer that was paid for. A record lives as long as the keys that it gives back so: one that
-- is gone was such a round.
local function ended_unserved(ENDED)
  local state = redis.call('HGET', ENDED, 'state')
  return not state or state == 'failed' or state == 'expired' or state == 'unpaid'
end

local function use(EXCLUSIVE, round_id, life_ms, tick_ms)
  local tick = tick_ms == '0' and '' or string.format(' %d', tick_of(tick_ms))
  redis.call('SET', EXCLUSIVE, round_id .. tick, 'PX', life_ms)
end

local function give_up(EXCLUSIVE, round_id)
  if string.match(redis.call('GET', EXCLUSIVE) or '', '^%w+') == round_id then redis.call('DEL', EXCLUSIVE) end
end
`;

const LISTED = String.raw`-- LISTED holds the newest rounds under one name by the time of their reservation, µs, at which no two of them stand.
local most_listed = 10000

-- A record lives life_ms at least, so an entry ends with it or before. The entries that are over go with the next one, the last with the key.
local function list(LISTED, round_id, life_ms)
  local newest = redis.call('ZREVRANGE', LISTED, 0, 0, 'WITHSCORES')[2] or 0
  local reserved_at = math.max(time[1] * 1000000 + time[2], newest + 1)
  redis.call('ZADD', LISTED, string.format('%d', reserved_at), round_id)
  redis.call('ZREMRANGEBYSCORE', LISTED, '-inf', string.format('%d', (now - life_ms) * 1000))
  redis.call('ZREMRANGEBYRANK', LISTED, 0, -1 - most_listed)
  redis.call('PEXPIRE', LISTED, life_ms)
end
`;

const PAYMENT = String.raw`-- Whoever holds a payment has a claim on it: the gateway that began it, then whoever claims it once that claim's time is over. The answer
-- that stops a command of anybody else, or nil when it may go on. A claim ends with one command, which repeated is answered as it was the
-- first time; that the payment is concluded is said to all.
local function payment_refusal(ROUND, token, command)
  local state, holder, ended = unpack(redis.call('HMGET', ROUND, 'state', 'claimToken', 'endedClaim'))
  if not state then return {'unknown'} end
  if ended == command .. ' ' .. token then return {'ok'} end
  if state ~= 'settling' and state ~= 'payment_unknown' then return {'illegal', state} end
  if holder ~= token then return {'stale'} end
  return nil
end
`;

const RECORD = String.raw`-- Writes the new state and counts it.
local function move(ROUND, TOTALS, to)
  redis.call('HSET', ROUND, 'state', to, 'updatedAtMs', now)
  redis.call('HINCRBY', TOTALS, to, 1)
end
`;

const RESERVATION = String.raw`-- The answer that stops a move of the reservation's holder from one of two states, or nil when it may be made.
local function reservation_refusal(ROUND, token, to, from, or_from)
  local state, holder = unpack(redis.call('HMGET', ROUND, 'state', 'token'))
  if not state then return {'unknown'} end
  if holder ~= token then return {'stale'} end
  if state == to then return {'ok'} end
  if state ~= from and state ~= or_from then return {'illegal', state} end
  return nil
end
`;

const TEXTS = String.raw`-- A hash takes a third of the room, as a list pack, while no value in it is longer than 64 bytes: longer texts, all of them ASCII, are kept
-- in pieces: field0, field1 and so on.
local piece_length = 64

local function drop_pieces(ROUND, field, piece)
  while redis.call('HDEL', ROUND, field .. piece) == 1 do piece = piece + 1 end
end

local function set_text(ROUND, field, text)
  local pieces, count = {}, math.max(1, math.ceil(#text / piece_length))
  for piece = 0, count - 1 do
    table.insert(pieces, field .. piece)
    table.insert(pieces, string.sub(text, piece_length * piece + 1, piece_length * piece + piece_length))
  end
  redis.call('HSET', ROUND, unpack(pieces))
  drop_pieces(ROUND, field, count)
end

local function get_text(ROUND, field)
  local text, piece = redis.call('HGET', ROUND, field .. '0'), 1
  while text and #text == piece_length * piece do
    text = text .. (redis.call('HGET', ROUND, field .. piece) or '')
    piece = piece + 1
  end
  return text
end
`;

export const SCRIPTS = {
  beginPayment: {
    keys: 4,
    keysPerExclusive: 0,
    keysPerAccount: 0,
    lua: String.raw`#!lua flags=allow-oom
-- The payment is about to be asked for: from here on it may have been made, so the reservation has no end any more. Who began it has the
-- first claim on it.
-- Move  beginPayment: signed -> settling
--
-- KEYS  1 round  2 reserved  3 paying  4 totals
-- ARGV  1 round id  2 reservation's token  3 lease, ms
-- Reply {'ok'} | {'unknown'} | {'stale'} | {'illegal', state}
${CLOCK}${RECORD}${RESERVATION}local ROUND, RESERVED, PAYING, TOTALS = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local round_id, token = ARGV[1], ARGV[2]

local stop = reservation_refusal(ROUND, token, 'settling', 'signed')
-- Whoever was overtaken must not pay.
if stop and stop[1] == 'ok' and redis.call('HGET', ROUND, 'claimToken') ~= token then return {'stale'} end
if stop then return stop end

move(ROUND, TOTALS, 'settling')
redis.call('HSET', ROUND, 'claimToken', token, 'claimUntilMs', now + ARGV[3])
redis.call('ZREM', RESERVED, round_id)
redis.call('ZADD', PAYING, now, round_id)
return {'ok'}
`,
  },
  claim: {
    keys: 4,
    keysPerExclusive: 0,
    keysPerAccount: 0,
    lua: String.raw`#!lua flags=allow-oom
-- Gives one worker the record for a while. A claim whose time is over is taken over by the next worker that asks.
--
-- KEYS  1 round  2 due  3 pending  4 parked
-- ARGV  1 round id  2 token  3 worker  4 lease, ms  5 '1' = even when parked or not due yet
-- Reply {'claimed', then name and value of each field of the record} | {'none'}
${CLOCK}local ROUND, DUE, PENDING, PARKED = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local round_id, token = ARGV[1], ARGV[2]

local function claimed()
  return {'claimed', unpack(redis.call('HGETALL', ROUND))}
end

local state, holder, lease_end, next_attempt, parked =
  unpack(redis.call('HMGET', ROUND, 'state', 'claimToken', 'claimUntilMs', 'nextAttemptMs', 'parkedAtMs'))
if not state then
  -- Somebody deleted the record by hand.
  redis.call('ZREM', DUE, round_id)
  redis.call('ZREM', PENDING, round_id)
  redis.call('ZREM', PARKED, round_id)
end
if state ~= 'pending' then return {'none'} end
if holder == token then return claimed() end
if holder and tonumber(lease_end) > now then return {'none'} end
if ARGV[5] ~= '1' and (parked or tonumber(next_attempt) > now) then return {'none'} end

local until_ms = now + ARGV[4]
redis.call('HSET', ROUND, 'claimToken', token, 'claimUntilMs', until_ms, 'claimedBy', ARGV[3])
if not parked then redis.call('ZADD', DUE, until_ms, round_id) end
return claimed()
`,
  },
  claimPayment: {
    keys: 2,
    keysPerExclusive: 0,
    keysPerAccount: 0,
    lua: String.raw`#!lua flags=allow-oom
-- Gives one process the payment for a while, to find out what became of it. A claim whose time is over is taken over by whoever asks next.
--
-- KEYS  1 round  2 paying
-- ARGV  1 round id  2 token  3 who claims  4 lease, ms
-- Reply {'claimed', then name and value of each field of the record} | {'none'}
${CLOCK}local ROUND, PAYING = KEYS[1], KEYS[2]
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
`,
  },
  commit: {
    keys: 5,
    keysPerExclusive: 0,
    keysPerAccount: 2,
    lua: String.raw`#!lua flags=allow-oom
-- The round is signed: keeps what settlement needs and what is answered, and gives back what was held until the answer.
-- Move  commit: reserved -> pending
--
-- KEYS  1 round  2 reserved  3 pending  4 due  5 totals  then for each hold until the answer: account, its holds
-- ARGV  1 round id  2 reservation's token  3 settlement payload and result  4 round's timestamp, seconds
--       5 ms to keep an account  6 holds of the record  7 those that stay  then for each hold until the answer: units
-- Reply {'ok'} | {'unknown'} | {'stale'} | {'illegal', state} | {'holds', what the record holds}
--
-- A repeated commit is 'ok' even when a worker was quick enough to settle the round in between.
${CLOCK}${RECORD}${RESERVATION}${ACCOUNTS}${TEXTS}local ROUND, RESERVED, PENDING, DUE, TOTALS = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local round_id, token = ARGV[1], ARGV[2]

local stop = reservation_refusal(ROUND, token, 'pending', 'reserved')
if stop and stop[1] == 'illegal' and redis.call('HEXISTS', ROUND, 'timestamp') == 1 then return {'ok'} end
if stop then return stop end
local holds = get_text(ROUND, 'holds')
if holds ~= ARGV[6] then return {'holds', holds} end

for hold = 1, (#KEYS - 5) / 2 do
  local ACCOUNT, HOLDS = KEYS[4 + 2 * hold], KEYS[5 + 2 * hold]
  give_back(ACCOUNT, HOLDS, ARGV[7 + hold], round_id)
  keep_account(ACCOUNT, HOLDS, ARGV[5])
end
move(ROUND, TOTALS, 'pending')
set_text(ROUND, 'body', ARGV[3])
set_text(ROUND, 'holds', ARGV[7])
redis.call('HSET', ROUND, 'timestamp', ARGV[4], 'nextAttemptMs', now)
redis.call('ZREM', RESERVED, round_id)
redis.call('ZADD', PENDING, ARGV[4], round_id)
redis.call('ZADD', DUE, now, round_id)
return {'ok'}
`,
  },
  doubtPayment: {
    keys: 2,
    keysPerExclusive: 0,
    keysPerAccount: 2,
    lua: String.raw`#!lua flags=allow-oom
-- Nobody knows whether the payment was made: the claim is over and somebody else may find out. The caller hears so, which ends what was
-- held until the answer.
-- Move  doubtPayment: settling -> payment_unknown
--
-- KEYS  1 round  2 totals  then for each hold until the answer: account, its holds
-- ARGV  1 round id  2 token  3 reason  4 ms to keep an account  5 holds of the record  6 those that stay
--       then for each hold until the answer: units
-- Reply {'ok'} | {'unknown'} | {'stale'} | {'illegal', state} | {'holds', what the record holds}
${CLOCK}${RECORD}${CLAIM}${PAYMENT}${ACCOUNTS}${TEXTS}local ROUND, TOTALS = KEYS[1], KEYS[2]
local round_id, token = ARGV[1], ARGV[2]

local stop = payment_refusal(ROUND, token, 'doubt')
if stop then return stop end
local holds = get_text(ROUND, 'holds')
if holds ~= ARGV[5] then return {'holds', holds} end

for hold = 1, (#KEYS - 2) / 2 do
  local ACCOUNT, HOLDS = KEYS[1 + 2 * hold], KEYS[2 + 2 * hold]
  give_back(ACCOUNT, HOLDS, ARGV[6 + hold], round_id)
  keep_account(ACCOUNT, HOLDS, ARGV[4])
end
-- Still in doubt is no new state.
if redis.call('HGET', ROUND, 'state') == 'settling' then move(ROUND, TOTALS, 'payment_unknown') end
set_text(ROUND, 'holds', ARGV[6])
end_claim(ROUND, token, 'doubt')
redis.call('HSET', ROUND, 'reason', ARGV[3], 'updatedAtMs', now)
return {'ok'}
`,
  },
  expire: {
    keys: 3,
    keysPerExclusive: 0,
    keysPerAccount: 2,
    lua: String.raw`#!lua flags=allow-oom
-- Ends a reservation that is listed as overdue: whoever made it is gone.
-- Move  expire: reserved, signed -> expired
--
-- KEYS  1 round  2 reserved  3 totals  then for each hold: account, its holds
-- ARGV  1 round id  2 ms to keep record and accounts  3 holds of the record  then for each hold: units
-- Reply {'ok'} | {'none'} | {'holds', what the record holds}
${CLOCK}${RECORD}${ACCOUNTS}${TEXTS}local ROUND, RESERVED, TOTALS = KEYS[1], KEYS[2], KEYS[3]
local round_id = ARGV[1]

local state = redis.call('HGET', ROUND, 'state')
if state ~= 'reserved' and state ~= 'signed' then
  -- It ended a moment ago, or somebody deleted the record by hand, which must not keep the others from expiring.
  redis.call('ZREM', RESERVED, round_id)
  return {'none'}
end
local holds = get_text(ROUND, 'holds')
if holds ~= ARGV[3] then return {'holds', holds} end

for hold = 1, (#KEYS - 3) / 2 do
  local ACCOUNT, HOLDS = KEYS[2 + 2 * hold], KEYS[3 + 2 * hold]
  give_back(ACCOUNT, HOLDS, ARGV[3 + hold], round_id)
  keep_account(ACCOUNT, HOLDS, ARGV[2])
end
move(ROUND, TOTALS, 'expired')
redis.call('HSET', ROUND, 'reason', 'reservation_expired')
redis.call('ZREM', RESERVED, round_id)
redis.call('PEXPIRE', ROUND, ARGV[2])
return {'ok'}
`,
  },
  fail: {
    keys: 3,
    keysPerExclusive: 1,
    keysPerAccount: 2,
    lua: String.raw`#!lua flags=allow-oom
-- The round will not be answered, nor paid: its identity stays used, what it held is given back, and those exclusive keys that its caller may use again.
-- Move  fail: reserved, signed -> failed
--
-- KEYS  1 round  2 reserved  3 totals  then each exclusive key that is given back  then for each hold: account, its holds
-- ARGV  1 round id  2 reservation's token  3 reason  4 ms to keep accounts  5 holds of the record
--       6 exclusive keys given back  7 ms to keep the record  then for each hold: units
-- Reply {'ok'} | {'unknown'} | {'stale'} | {'illegal', state} | {'holds', what the record holds}
${CLOCK}${RECORD}${RESERVATION}${ACCOUNTS}${TEXTS}${EXCLUSIVES}local ROUND, RESERVED, TOTALS = KEYS[1], KEYS[2], KEYS[3]
local round_id, exclusives = ARGV[1], tonumber(ARGV[6])

local stop = reservation_refusal(ROUND, ARGV[2], 'failed', 'reserved', 'signed')
if stop then return stop end
local holds = get_text(ROUND, 'holds')
if holds ~= ARGV[5] then return {'holds', holds} end

for exclusive = 1, exclusives do
  local EXCLUSIVE = KEYS[3 + exclusive]
  give_up(EXCLUSIVE, round_id)
end
for hold = 1, (#KEYS - 3 - exclusives) / 2 do
  local ACCOUNT, HOLDS = KEYS[2 + exclusives + 2 * hold], KEYS[3 + exclusives + 2 * hold]
  give_back(ACCOUNT, HOLDS, ARGV[7 + hold], round_id)
  keep_account(ACCOUNT, HOLDS, ARGV[4])
end
move(ROUND, TOTALS, 'failed')
redis.call('HSET', ROUND, 'reason', ARGV[3])
redis.call('ZREM', RESERVED, round_id)
redis.call('PEXPIRE', ROUND, ARGV[7])
return {'ok'}
`,
  },
  figures: {
    keys: 6,
    keysPerExclusive: 0,
    keysPerAccount: 0,
    lua: String.raw`#!lua flags=no-writes
-- Counts of one moment.
--
-- KEYS  1 reserved  2 pending  3 parked  4 unfinal  5 totals  6 paying
-- Reply {now ms, reserved, pending, parked, unfinal, timestamp of the oldest pending round in seconds or '',
--        paying, time at which the oldest of them began, ms, or '', then name and total of each state}
${CLOCK}local RESERVED, PENDING, PARKED, UNFINAL, TOTALS, PAYING = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5], KEYS[6]

local oldest = redis.call('ZRANGE', PENDING, 0, 0, 'WITHSCORES')
local longest_paying = redis.call('ZRANGE', PAYING, 0, 0, 'WITHSCORES')
local reply = {now, redis.call('ZCARD', RESERVED), redis.call('ZCARD', PENDING), redis.call('ZCARD', PARKED),
  redis.call('ZCARD', UNFINAL), oldest[2] or '',
  redis.call('ZCARD', PAYING), longest_paying[2] or ''}
for _, item in ipairs(redis.call('HGETALL', TOTALS)) do
  table.insert(reply, item)
end
return reply
`,
  },
  finalize: {
    keys: 2,
    keysPerExclusive: 0,
    keysPerAccount: 0,
    lua: String.raw`#!lua flags=allow-oom
-- The receipt can no longer vanish: the record is kept for a while and then forgotten.
--
-- KEYS  1 round  2 unfinal
-- ARGV  1 round id  2 slot the settlement was seen at  3 ms to keep the record
-- Reply 1 = it is final, 0 = it is not settled, or was seen at another slot
${CLOCK}${TEXTS}local ROUND, UNFINAL = KEYS[1], KEYS[2]

local state, seen_at_slot, final_at = unpack(redis.call('HMGET', ROUND, 'state', 'seenAtSlot', 'finalAtMs'))
if not state then redis.call('ZREM', UNFINAL, ARGV[1]) end
if state ~= 'settled' or seen_at_slot ~= ARGV[2] then return 0 end
if final_at then return 1 end

redis.call('HSET', ROUND, 'finalAtMs', now, 'updatedAtMs', now)
drop_pieces(ROUND, 'wire', 0)
redis.call('ZREM', UNFINAL, ARGV[1])
redis.call('PEXPIRE', ROUND, ARGV[3])
return 1
`,
  },
  forgetBroadcast: {
    keys: 1,
    keysPerExclusive: 0,
    keysPerAccount: 0,
    lua: String.raw`#!lua flags=allow-oom
-- Drops a recorded transaction that certainly never left: it would otherwise hold back the next one until its blockhash has expired.
--
-- KEYS  1 round
-- ARGV  1 claim's token  2 line
-- Reply {'ok'} | {'unknown'} | {'stale'} | {'illegal', state}
${CLOCK}${CLAIM}${TEXTS}local ROUND = KEYS[1]

local stop = claim_refusal(ROUND, ARGV[1], 'forget')
if stop then return stop end

local lines, newest = {}, nil
for kept in string.gmatch(get_text(ROUND, 'broadcasts') or '', '[^\n]+') do
  if kept ~= ARGV[2] then table.insert(lines, kept) end
  newest = kept
end
set_text(ROUND, 'broadcasts', table.concat(lines, '\n'))
redis.call('HSET', ROUND, 'updatedAtMs', now)
if newest == ARGV[2] then drop_pieces(ROUND, 'wire', 0) end
return {'ok'}
`,
  },
  giveBackCalls: {
    keys: 1,
    keysPerExclusive: 0,
    keysPerAccount: 0,
    lua: String.raw`#!lua flags=allow-oom
-- Gives back calls that were taken and not made.
--
-- KEYS  1 calls taken, by second and party
-- ARGV  1 calls  2 second in which they were taken  3 party
-- Reply {'ok'}
local CALLS = KEYS[1]
local second, party = ARGV[2], ARGV[3]
local taken = second .. ':' .. party

local count = tonumber(redis.call('HGET', CALLS, taken) or '0')
if count > 0 then redis.call('HINCRBY', CALLS, taken, -math.min(count, tonumber(ARGV[1]))) end
return {'ok'}
`,
  },
  lapse: {
    keys: 5,
    keysPerExclusive: 0,
    keysPerAccount: 2,
    lua: String.raw`#!lua flags=allow-oom
-- The program no longer accepts the round: only now are its units free again without a settlement.
-- Move  lapse: pending -> lapsed
--
-- KEYS  1 round  2 pending  3 due  4 parked  5 totals  then for each hold: account, its holds
-- ARGV  1 round id  2 claim's token  3 reason  4 ms to keep record and accounts  5 holds of the record  then for each hold: units
-- Reply {'ok'} | {'unknown'} | {'stale'} | {'illegal', state} | {'holds', what the record holds}
${CLOCK}${RECORD}${CLAIM}${ACCOUNTS}${TEXTS}local ROUND, PENDING, DUE, PARKED, TOTALS = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local round_id, token = ARGV[1], ARGV[2]

local stop = claim_refusal(ROUND, token, 'lapse')
if stop then return stop end
local holds = get_text(ROUND, 'holds')
if holds ~= ARGV[5] then return {'holds', holds} end

for hold = 1, (#KEYS - 5) / 2 do
  local ACCOUNT, HOLDS = KEYS[4 + 2 * hold], KEYS[5 + 2 * hold]
  give_back(ACCOUNT, HOLDS, ARGV[5 + hold], round_id)
  keep_account(ACCOUNT, HOLDS, ARGV[4])
end
move(ROUND, TOTALS, 'lapsed')
end_claim(ROUND, token, 'lapse')
redis.call('HSET', ROUND, 'reason', ARGV[3])
redis.call('HDEL', ROUND, 'parkedAtMs', 'nextAttemptMs')
drop_pieces(ROUND, 'wire', 0)
redis.call('ZREM', PENDING, round_id)
redis.call('ZREM', DUE, round_id)
redis.call('ZREM', PARKED, round_id)
redis.call('PEXPIRE', ROUND, ARGV[4])
return {'ok'}
`,
  },
  listDue: {
    keys: 1,
    keysPerExclusive: 0,
    keysPerAccount: 0,
    lua: String.raw`#!lua flags=no-writes
-- Rounds of a sorted set whose time has come, the longest waiting first: 'due', 'reserved' and 'paying' are asked this.
--
-- KEYS  1 sorted set of round ids by time, ms
-- ARGV  1 most to list  2 how many to leave out  3 ms for which it must have come
-- Reply round ids
${CLOCK}local ROUNDS = KEYS[1]

return redis.call('ZRANGEBYSCORE', ROUNDS, '-inf', now - ARGV[3], 'LIMIT', ARGV[2], ARGV[1])
`,
  },
  listGivenUp: {
    keys: 1,
    keysPerExclusive: 0,
    keysPerAccount: 0,
    lua: String.raw`#!lua flags=no-writes
-- Rounds that were given up as unpaid and whose records live, those first that end first.
--
-- KEYS  1 given up
-- ARGV  1 most to list  2 how many to leave out
-- Reply round ids
${CLOCK}local GIVENUP = KEYS[1]

return redis.call('ZRANGEBYSCORE', GIVENUP, '(' .. now, '+inf', 'LIMIT', ARGV[2], ARGV[1])
`,
  },
  noteSignature: {
    keys: 1,
    keysPerExclusive: 0,
    keysPerAccount: 0,
    lua: String.raw`#!lua flags=allow-oom
-- Keeps the signature of the payment's transaction before it is sent.
--
-- KEYS  1 round
-- ARGV  1 token  2 signature
-- Reply {'ok'} | {'unknown'} | {'stale'} | {'illegal', state}
${CLOCK}${PAYMENT}${TEXTS}local ROUND = KEYS[1]

local stop = payment_refusal(ROUND, ARGV[1], 'note')
if stop then return stop end

set_text(ROUND, 'signature', ARGV[2])
redis.call('HSET', ROUND, 'updatedAtMs', now)
return {'ok'}
`,
  },
  overturn: {
    keys: 3,
    keysPerExclusive: 0,
    keysPerAccount: 0,
    lua: String.raw`#!lua flags=allow-oom
-- The ledger has the payment after all: the round is its payer's. Nothing is held any more and what is on the ledger stays there, so whoever
-- has seen it may say so, in whatever order.
-- Move  overturn: unpaid -> paid
--
-- KEYS  1 round  2 given up  3 totals
-- ARGV  1 round id  2 signature  3 slot, '' = unknown  4 ms to keep the record
-- Reply {'ok'} | {'unknown'} | {'illegal', state}
${CLOCK}${RECORD}${TEXTS}local ROUND, GIVENUP, TOTALS = KEYS[1], KEYS[2], KEYS[3]
local round_id, signature = ARGV[1], ARGV[2]

local state = redis.call('HGET', ROUND, 'state')
if not state then return {'unknown'} end
if state == 'paid' and get_text(ROUND, 'signature') == signature then return {'ok'} end
if state ~= 'unpaid' then return {'illegal', state} end

move(ROUND, TOTALS, 'paid')
set_text(ROUND, 'signature', signature)
set_text(ROUND, 'receipt', '')
redis.call('HSET', ROUND, 'slot', ARGV[3])
-- Whoever gave it up and asks again is told how it ended.
redis.call('HDEL', ROUND, 'reason', 'endedClaim')
redis.call('ZREM', GIVENUP, round_id)
redis.call('PEXPIRE', ROUND, ARGV[4])
return {'ok'}
`,
  },
  pay: {
    keys: 3,
    keysPerExclusive: 0,
    keysPerAccount: 2,
    lua: String.raw`#!lua flags=allow-oom
-- The payment was made: the round is its payer's, and nothing is held any more.
-- Move  pay: settling, payment_unknown -> paid
--
-- KEYS  1 round  2 paying  3 totals  then for each hold: account, its holds
-- ARGV  1 round id  2 token  3 signature  4 slot, '' = unknown  5 receipt, '' = none  6 ms to keep record and accounts
--       7 holds of the record  then for each hold: units
-- Reply {'ok'} | {'unknown'} | {'stale'} | {'illegal', state} | {'holds', what the record holds}
${CLOCK}${RECORD}${CLAIM}${PAYMENT}${ACCOUNTS}${TEXTS}local ROUND, PAYING, TOTALS = KEYS[1], KEYS[2], KEYS[3]
local round_id, token = ARGV[1], ARGV[2]

local stop = payment_refusal(ROUND, token, 'pay')
if stop then return stop end
local holds = get_text(ROUND, 'holds')
if holds ~= ARGV[7] then return {'holds', holds} end

for hold = 1, (#KEYS - 3) / 2 do
  local ACCOUNT, HOLDS = KEYS[2 + 2 * hold], KEYS[3 + 2 * hold]
  give_back(ACCOUNT, HOLDS, ARGV[7 + hold], round_id)
  keep_account(ACCOUNT, HOLDS, ARGV[6])
end
move(ROUND, TOTALS, 'paid')
end_claim(ROUND, token, 'pay')
set_text(ROUND, 'signature', ARGV[3])
set_text(ROUND, 'receipt', ARGV[5])
redis.call('HSET', ROUND, 'slot', ARGV[4])
redis.call('HDEL', ROUND, 'reason')
redis.call('ZREM', PAYING, round_id)
redis.call('PEXPIRE', ROUND, ARGV[6])
return {'ok'}
`,
  },
  postpone: {
    keys: 2,
    keysPerExclusive: 0,
    keysPerAccount: 0,
    lua: String.raw`#!lua flags=allow-oom
-- Nothing was learned about the round (the ledger did not answer, or a transaction is still on its way): no attempt is used up.
--
-- KEYS  1 round  2 due
-- ARGV  1 round id  2 claim's token  3 ms until the next attempt  4 why it waits
-- Reply {'ok'} | {'unknown'} | {'stale'} | {'illegal', state}
${CLOCK}${CLAIM}local ROUND, DUE = KEYS[1], KEYS[2]

local stop = claim_refusal(ROUND, ARGV[2], 'postpone')
if stop then return stop end

end_claim(ROUND, ARGV[2], 'postpone')
schedule(ROUND, DUE, ARGV[1], now + ARGV[3])
wait_because(ROUND, ARGV[4])
return {'ok'}
`,
  },
  read: {
    keys: 1,
    keysPerExclusive: 0,
    keysPerAccount: 0,
    lua: String.raw`#!lua flags=no-writes
-- A record at one moment.
--
-- KEYS  1 round
-- Reply name and value of each field; {} = no such record
local ROUND = KEYS[1]

return redis.call('HGETALL', ROUND)
`,
  },
  recordBroadcast: {
    keys: 1,
    keysPerExclusive: 0,
    keysPerAccount: 0,
    lua: String.raw`#!lua flags=allow-oom
-- Keeps the signature of a transaction that is about to be sent, one line per transaction, the newest last, and the newest one's bytes.
--
-- KEYS  1 round
-- ARGV  1 claim's token  2 line  3 transaction, '' = not kept  4 most lines to keep
-- Reply {'ok'} | {'unknown'} | {'stale'} | {'illegal', state}
${CLOCK}${CLAIM}${TEXTS}local ROUND = KEYS[1]

local stop = claim_refusal(ROUND, ARGV[1], 'record')
if stop then return stop end

local lines = {}
for kept in string.gmatch(get_text(ROUND, 'broadcasts') or '', '[^\n]+') do
  if kept ~= ARGV[2] then table.insert(lines, kept) end
end
table.insert(lines, ARGV[2])
while #lines > tonumber(ARGV[4]) do table.remove(lines, 1) end
set_text(ROUND, 'broadcasts', table.concat(lines, '\n'))
set_text(ROUND, 'wire', ARGV[3])
redis.call('HSET', ROUND, 'updatedAtMs', now)
return {'ok'}
`,
  },
  refuse: {
    keys: 3,
    keysPerExclusive: 0,
    keysPerAccount: 0,
    lua: String.raw`#!lua flags=allow-oom
-- The program refused the round: one attempt is used up; the last one parks it.
--
-- KEYS  1 round  2 due  3 parked
-- ARGV  1 round id  2 claim's token  3 reason  4 ms until the next attempt  5 most attempts
-- Reply {'scheduled'} | {'parked'} | {'unknown'} | {'stale'} | {'illegal', state}
${CLOCK}${CLAIM}local ROUND, DUE, PARKED = KEYS[1], KEYS[2], KEYS[3]
local round_id, token = ARGV[1], ARGV[2]

local function outcome()
  if redis.call('HEXISTS', ROUND, 'parkedAtMs') == 1 then return {'parked'} end
  return {'scheduled'}
end

local stop = claim_refusal(ROUND, token, 'refuse')
if stop and stop[1] == 'ok' then return outcome() end
if stop then return stop end

-- Not HINCRBY: a damaged record must park too.
local attempts = (tonumber(redis.call('HGET', ROUND, 'attempts')) or 0) + 1
redis.call('HSET', ROUND, 'reason', ARGV[3], 'attempts', attempts)
if attempts >= tonumber(ARGV[5]) then
  redis.call('HSET', ROUND, 'parkedAtMs', now)
  redis.call('ZREM', DUE, round_id)
  redis.call('ZADD', PARKED, now, round_id)
end
end_claim(ROUND, token, 'refuse')
schedule(ROUND, DUE, round_id, now + ARGV[4])
return outcome()
`,
  },
  refusePayment: {
    keys: 4,
    keysPerExclusive: 0,
    keysPerAccount: 2,
    lua: String.raw`#!lua flags=allow-oom
-- The payment was not made, for all that is known: the result stays unread, and nothing is held any more. Unless that is certain, the round
-- is listed as given up for as long as its record lives, because the ledger may be seen to have the payment after all.
-- Move  refusePayment: settling, payment_unknown -> unpaid
--
-- KEYS  1 round  2 paying  3 given up  4 totals  then for each hold: account, its holds
-- ARGV  1 round id  2 token  3 reason  4 ms to keep record and accounts  5 whether it is certain, '1'  6 holds of the record
--       then for each hold: units
-- Reply {'ok'} | {'unknown'} | {'stale'} | {'illegal', state} | {'holds', what the record holds}
${CLOCK}${RECORD}${CLAIM}${PAYMENT}${ACCOUNTS}${TEXTS}local ROUND, PAYING, GIVENUP, TOTALS = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local round_id, token = ARGV[1], ARGV[2]

local stop = payment_refusal(ROUND, token, 'refuse')
if stop then return stop end
local holds = get_text(ROUND, 'holds')
if holds ~= ARGV[6] then return {'holds', holds} end

for hold = 1, (#KEYS - 4) / 2 do
  local ACCOUNT, HOLDS = KEYS[3 + 2 * hold], KEYS[4 + 2 * hold]
  give_back(ACCOUNT, HOLDS, ARGV[6 + hold], round_id)
  keep_account(ACCOUNT, HOLDS, ARGV[4])
end
move(ROUND, TOTALS, 'unpaid')
end_claim(ROUND, token, 'refuse')
redis.call('HSET', ROUND, 'reason', ARGV[3])
redis.call('ZREM', PAYING, round_id)
redis.call('PEXPIRE', ROUND, ARGV[4])
redis.call('ZREMRANGEBYSCORE', GIVENUP, '-inf', now)
if ARGV[5] ~= '1' then
  redis.call('ZADD', GIVENUP, now + ARGV[4], round_id)
  redis.call('PEXPIRE', GIVENUP, ARGV[4])
end
return {'ok'}
`,
  },
  renew: {
    keys: 2,
    keysPerExclusive: 0,
    keysPerAccount: 0,
    lua: String.raw`#!lua flags=allow-oom
-- The claim's holder goes on: nobody else may claim the record for the lease's length from now.
--
-- KEYS  1 round  2 due
-- ARGV  1 round id  2 claim's token  3 lease, ms  4 why it waits, '' = nothing new
-- Reply {'ok'} | {'unknown'} | {'stale'} | {'illegal', state}
${CLOCK}${CLAIM}local ROUND, DUE = KEYS[1], KEYS[2]

local stop = claim_refusal(ROUND, ARGV[2], 'renew')
if stop then return stop end

local until_ms = math.max(now + ARGV[3], tonumber(redis.call('HGET', ROUND, 'claimUntilMs')))
redis.call('HSET', ROUND, 'claimUntilMs', until_ms)
if redis.call('HEXISTS', ROUND, 'parkedAtMs') == 0 then redis.call('ZADD', DUE, until_ms, ARGV[1]) end
if ARGV[4] ~= '' then wait_because(ROUND, ARGV[4]) end
return {'ok'}
`,
  },
  renewPayment: {
    keys: 1,
    keysPerExclusive: 0,
    keysPerAccount: 0,
    lua: String.raw`#!lua flags=allow-oom
-- Whoever holds the payment goes on: nobody else may claim it for the lease's length from now.
--
-- KEYS  1 round
-- ARGV  1 token  2 lease, ms
-- Reply {'ok'} | {'unknown'} | {'stale'} | {'illegal', state}
${CLOCK}${PAYMENT}local ROUND = KEYS[1]

local stop = payment_refusal(ROUND, ARGV[1], 'renew')
if stop then return stop end

redis.call('HSET', ROUND, 'claimUntilMs', math.max(now + ARGV[2], tonumber(redis.call('HGET', ROUND, 'claimUntilMs'))))
return {'ok'}
`,
  },
  requeue: {
    keys: 3,
    keysPerExclusive: 0,
    keysPerAccount: 0,
    lua: String.raw`#!lua flags=allow-oom
-- An operator lets a parked round try again, with all its attempts.
--
-- KEYS  1 round  2 due  3 parked
-- ARGV  1 round id
-- Reply 1 = it was parked, 0 = it was not (nothing changed)
${CLOCK}local ROUND, DUE, PARKED = KEYS[1], KEYS[2], KEYS[3]

if redis.call('EXISTS', ROUND) == 0 then redis.call('ZREM', PARKED, ARGV[1]) end
if redis.call('HDEL', ROUND, 'parkedAtMs') == 0 then return 0 end

local lease_end = redis.call('HGET', ROUND, 'claimUntilMs')
redis.call('HSET', ROUND, 'attempts', 0, 'nextAttemptMs', now, 'updatedAtMs', now)
redis.call('ZREM', PARKED, ARGV[1])
redis.call('ZADD', DUE, math.max(now, tonumber(lease_end or '0')), ARGV[1])
return 1
`,
  },
  reserve: {
    keys: 5,
    keysPerExclusive: 1,
    keysPerAccount: 2,
    lua: String.raw`#!lua
-- Takes a round's identity, its exclusive keys, all of its holds and a place in flight, or nothing.
--
-- KEYS  1 round  2 reserved  3 marker  4 list  5 a round that may have ended unserved  then each exclusive key  then for each hold: account, its holds
-- ARGV  1 round id  2 token  3 path  4 life of the reservation, ms  5 most in flight  6 ms to keep an account and a list  7 who reserves, or ''
--       8 what the marker must hold, '' = not asked  9 version of the record  10 holds as the record keeps them  11 exclusive keys
--       12 '1' = listed  13 place of the exclusive key that is free once the round of KEYS 5 has ended unserved, 0 = none  14 that round
--       then for each exclusive key: life, ms, and tick, ms, 0 = none
--       then for each hold: units, available, slot of that figure or '' = a fixed cap, members that the figure counts already
-- Reply {'reserved', created at ms} | {'duplicate', state} | {'used', place of the exclusive key, its round} | {'held', place of the hold} |
--       {'at_capacity'} | {'forgotten'}
--
-- The identity is judged first: a replay asks for no second unit. A reservation whose time is over holds no place in flight, even before
-- the sweep has come by. Without flags: a server whose memory is full refuses before anything is written.
${CLOCK}${ACCOUNTS}${TEXTS}${EXCLUSIVES}${LISTED}local ROUND, RESERVED, MARKER, LISTED, ENDED = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local round_id, token, exclusives = ARGV[1], ARGV[2], tonumber(ARGV[11])
local holds = (#KEYS - 5 - exclusives) / 2

if ARGV[8] ~= '' and redis.call('GET', MARKER) ~= ARGV[8] then return {'forgotten'} end

local state, holder, created = unpack(redis.call('HMGET', ROUND, 'state', 'token', 'createdAtMs'))
if state == 'reserved' and holder == token then return {'reserved', created} end
if state then return {'duplicate', state} end

local function exclusive_arguments(exclusive)
  return unpack(ARGV, 13 + 2 * exclusive, 14 + 2 * exclusive)
end
local function hold_arguments(hold)
  local first = 11 + 2 * exclusives + 4 * hold
  return unpack(ARGV, first, first + 3)
end

for exclusive = 1, exclusives do
  local EXCLUSIVE = KEYS[5 + exclusive]
  local _, tick_ms = exclusive_arguments(exclusive)
  local user = user_of(EXCLUSIVE, tick_ms)
  local is_free = not user or exclusive == tonumber(ARGV[13]) and user == ARGV[14] and ended_unserved(ENDED)
  if not is_free then return {'used', exclusive, user} end
end
for hold = 1, holds do
  local ACCOUNT, HOLDS = KEYS[4 + exclusives + 2 * hold], KEYS[5 + exclusives + 2 * hold]
  local units, seen, slot, counted = hold_arguments(hold)
  local available = seen
  if slot ~= '' then
    available = store_figure(ACCOUNT, HOLDS, seen, slot)
    keep_account(ACCOUNT, HOLDS, ARGV[6])
  end
  if not fits(ACCOUNT, HOLDS, tonumber(units), tonumber(available), tonumber(seen), counted) then return {'held', hold} end
end
if redis.call('ZCOUNT', RESERVED, '(' .. now, '+inf') >= tonumber(ARGV[5]) then return {'at_capacity'} end

for exclusive = 1, exclusives do
  local EXCLUSIVE = KEYS[5 + exclusive]
  local life_ms, tick_ms = exclusive_arguments(exclusive)
  use(EXCLUSIVE, round_id, life_ms, tick_ms)
end
for hold = 1, holds do
  local ACCOUNT, HOLDS = KEYS[4 + exclusives + 2 * hold], KEYS[5 + exclusives + 2 * hold]
  local units = hold_arguments(hold)
  take(ACCOUNT, HOLDS, units, round_id)
  keep_account(ACCOUNT, HOLDS, ARGV[6])
end
redis.call('HSET', ROUND, 'version', ARGV[9], 'state', 'reserved', 'token', token, 'path', ARGV[3],
  'createdAtMs', now, 'updatedAtMs', now, 'attempts', 0)
set_text(ROUND, 'holds', ARGV[10])
if ARGV[7] ~= '' then redis.call('HSET', ROUND, 'createdBy', ARGV[7]) end
redis.call('ZADD', RESERVED, now + ARGV[4], round_id)
if ARGV[12] == '1' then list(LISTED, round_id, ARGV[6]) end
return {'reserved', now}
`,
  },
  rollBack: {
    keys: 5,
    keysPerExclusive: 0,
    keysPerAccount: 2,
    lua: String.raw`#!lua flags=allow-oom
-- The ledger has lost the receipt: the round is to be settled again. It was served, so its holds are taken whatever is available.
-- Move  rollBack: settled -> pending
--
-- KEYS  1 round  2 pending  3 due  4 unfinal  5 totals  then for each hold: account, its holds
-- ARGV  1 round id  2 slot the settlement was seen at  3 reason  4 ms to keep an account  5 holds of the record  then for each hold: units
-- Reply {'ok'} | {'none'} | {'holds', what the record holds}
${CLOCK}${RECORD}${ACCOUNTS}${TEXTS}local ROUND, PENDING, DUE, UNFINAL, TOTALS = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local round_id = ARGV[1]

local state, seen_at_slot, final_at, timestamp =
  unpack(redis.call('HMGET', ROUND, 'state', 'seenAtSlot', 'finalAtMs', 'timestamp'))
if state ~= 'settled' or seen_at_slot ~= ARGV[2] or final_at then return {'none'} end
local holds = get_text(ROUND, 'holds')
if holds ~= ARGV[5] then return {'holds', holds} end

for hold = 1, (#KEYS - 5) / 2 do
  local ACCOUNT, HOLDS = KEYS[4 + 2 * hold], KEYS[5 + 2 * hold]
  take(ACCOUNT, HOLDS, ARGV[5 + hold], round_id)
  keep_account(ACCOUNT, HOLDS, ARGV[4])
end
move(ROUND, TOTALS, 'pending')
drop_pieces(ROUND, 'signature', 0)
redis.call('HDEL', ROUND, 'slot', 'seenAtSlot', 'endedClaim')
redis.call('HSET', ROUND, 'reason', ARGV[3], 'nextAttemptMs', now)
redis.call('ZREM', UNFINAL, round_id)
redis.call('ZADD', PENDING, timestamp, round_id)
redis.call('ZADD', DUE, now, round_id)
return {'ok'}
`,
  },
  settle: {
    keys: 6,
    keysPerExclusive: 0,
    keysPerAccount: 2,
    lua: String.raw`#!lua flags=allow-oom
-- The round is on the ledger. A hold is given back in this same call when the ledger's figure already counts it.
-- Move  settle: pending -> settled
--
-- KEYS  1 round  2 pending  3 due  4 parked  5 unfinal  6 totals  then for each account: account, its holds
-- ARGV  1 round id  2 claim's token  3 signature, '' = unknown  4 slot of the settlement, '' = unknown  5 slot it was seen at
--       6 holds of the record  7 ms to keep an account
--       then for each account: units held or '' = none, 'ledger' or 'fixed', available or '', slot of that figure or '' = none is known
-- Reply {'ok'} | {'unknown'} | {'stale'} | {'illegal', state} | {'holds', what the record holds}
${CLOCK}${RECORD}${CLAIM}${ACCOUNTS}${TEXTS}local ROUND, PENDING, DUE, PARKED, UNFINAL, TOTALS = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5], KEYS[6]
local round_id, token, seen_at_slot = ARGV[1], ARGV[2], ARGV[5]

local stop = claim_refusal(ROUND, token, 'settle')
if stop then return stop end
local holds = get_text(ROUND, 'holds')
if holds ~= ARGV[6] then return {'holds', holds} end

for account = 1, (#KEYS - 6) / 2 do
  local ACCOUNT, HOLDS = KEYS[5 + 2 * account], KEYS[6 + 2 * account]
  local units, basis, available, slot = unpack(ARGV, 4 + 4 * account, 7 + 4 * account)
  if slot ~= '' then store_figure(ACCOUNT, HOLDS, available, slot) end
  if units ~= '' then
    local known_slot = redis.call('HGET', ACCOUNT, 'slot')
    if basis == 'fixed' or (known_slot and tonumber(known_slot) >= tonumber(seen_at_slot)) then
      give_back(ACCOUNT, HOLDS, units, round_id)
    else
      redis.call('ZADD', HOLDS, 'XX', seen_at_slot, member_of(units, round_id))
    end
  end
  keep_account(ACCOUNT, HOLDS, ARGV[7])
end
move(ROUND, TOTALS, 'settled')
end_claim(ROUND, token, 'settle')
set_text(ROUND, 'signature', ARGV[3])
redis.call('HSET', ROUND, 'slot', ARGV[4], 'seenAtSlot', seen_at_slot)
redis.call('HDEL', ROUND, 'reason', 'parkedAtMs', 'nextAttemptMs')
redis.call('ZREM', PENDING, round_id)
redis.call('ZREM', DUE, round_id)
redis.call('ZREM', PARKED, round_id)
redis.call('ZADD', UNFINAL, now, round_id)
return {'ok'}
`,
  },
  sign: {
    keys: 2,
    keysPerExclusive: 0,
    keysPerAccount: 0,
    lua: String.raw`#!lua flags=allow-oom
-- The round is signed and not paid yet: keeps what is known of its payment, and what is answered once that is made.
-- Move  sign: reserved -> signed
--
-- KEYS  1 round  2 totals
-- ARGV  1 reservation's token  2 payment and result
-- Reply {'ok'} | {'unknown'} | {'stale'} | {'illegal', state}
${CLOCK}${RECORD}${RESERVATION}${TEXTS}local ROUND, TOTALS = KEYS[1], KEYS[2]

local stop = reservation_refusal(ROUND, ARGV[1], 'signed', 'reserved')
if stop then return stop end

move(ROUND, TOTALS, 'signed')
set_text(ROUND, 'body', ARGV[2])
return {'ok'}
`,
  },
  standing: {
    keys: 2,
    keysPerExclusive: 0,
    keysPerAccount: 0,
    lua: String.raw`#!lua flags=no-writes
-- What rounds hold of an account, at one moment.
--
-- KEYS  1 account  2 its holds
-- ARGV  1 most holders to name
-- Reply {committed, rounds that hold and are not settled, available by the figure known and its slot, both '' without one, then
--       <units>:<round id> of holders, those that are not settled first}
local ACCOUNT, HOLDS = KEYS[1], KEYS[2]

local committed, available, slot = unpack(redis.call('HMGET', ACCOUNT, 'committed', 'available', 'slot'))
local most = tonumber(ARGV[1])
local holders = most > 0 and redis.call('ZREVRANGE', HOLDS, 0, most - 1) or {}
return {committed or '0', redis.call('ZCOUNT', HOLDS, '+inf', '+inf'), available or '', slot or '', unpack(holders)}
`,
  },
  storeFigure: {
    keys: 2,
    keysPerExclusive: 0,
    keysPerAccount: 0,
    lua: String.raw`#!lua flags=allow-oom
-- Stores what the ledger says of an account.
--
-- KEYS  1 account  2 its holds
-- ARGV  1 available  2 slot  3 ms to keep an account
-- Reply 1
${CLOCK}${ACCOUNTS}local ACCOUNT, HOLDS = KEYS[1], KEYS[2]

store_figure(ACCOUNT, HOLDS, ARGV[1], ARGV[2])
keep_account(ACCOUNT, HOLDS, ARGV[3])
return 1
`,
  },
  takeCalls: {
    keys: 1,
    keysPerExclusive: 0,
    keysPerAccount: 0,
    lua: String.raw`#!lua flags=allow-oom
-- Takes calls of a budget that no span of a minute exceeds and that parties share, or only looks whether they are there.
--
-- KEYS  1 calls taken, by second and party
-- ARGV  1 calls  2 most in a minute  3 '1' to take them, '0' to look  4 party  5 '1' = it is a stranger
-- Reply {'taken', second} | {'spent' or 'share', seconds until so many are there}
--
-- A party may have so many times what is free, all strangers together as much as is free; the last sixteenth, and what is asked for once more, is for those who have less
-- (packages/fair-share has the same rule in a process).
${CLOCK}local CALLS = KEYS[1]
local FACTOR, STRANGERS_FACTOR = 8, 1
local wanted, most, party = tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[4]
local spare = math.ceil(most / 16)
-- The second that is under way and the sixty before it: a minute touches no more.
local second = math.floor(now / 1000)
local oldest = second - 60

local taken, own, strangers, entries = 0, 0, 0, {}
local function count(who, calls)
  taken = taken + calls
  if who == party then own = own + calls end
  if string.sub(who, 1, 1) == 's' then strangers = strangers + calls end
end
local all = redis.call('HGETALL', CALLS)
for place = 1, #all, 2 do
  local at, who = string.match(all[place], '^(%d+):(.*)$')
  at = tonumber(at)
  if at >= oldest and at <= second then
    local calls = tonumber(all[place + 1])
    count(who, calls)
    entries[#entries + 1] = { at, who, calls }
  elseif ARGV[3] == '1' then
    redis.call('HDEL', CALLS, all[place])
  end
end

local function share(has, factor)
  local kept = 0
  if has > 0 then kept = math.min(has, math.max(spare, wanted)) + wanted - 1 end
  return has + wanted <= factor * (most - taken - kept)
end
local function refusal()
  if taken + wanted > most then return 'spent' end
  if not share(own, FACTOR) or (ARGV[5] == '1' and not share(strangers, STRANGERS_FACTOR)) then return 'share' end
  return nil
end

local refused = refusal()
if refused then
  table.sort(entries, function(one, other) return one[1] < other[1] end)
  for _, entry in ipairs(entries) do
    count(entry[2], -entry[3])
    if not refusal() then return {refused, entry[1] + 61 - second} end
  end
  return {refused, 61}
end

if ARGV[3] == '1' then
  redis.call('HINCRBY', CALLS, second .. ':' .. party, wanted)
  redis.call('EXPIRE', CALLS, 62)
end
return {'taken', second}
`,
  },
  usedBy: {
    keys: 1,
    keysPerExclusive: 0,
    keysPerAccount: 0,
    lua: String.raw`#!lua flags=no-writes
-- Who uses an exclusive key that has no ticks.
--
-- KEYS  1 exclusive key
-- Reply {round id, '' = nobody}
local EXCLUSIVE = KEYS[1]

return {string.match(redis.call('GET', EXCLUSIVE) or '', '^%w+') or ''}
`,
  },
} as const;
