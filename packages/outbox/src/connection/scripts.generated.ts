// Written by `node lua/build.mjs` from the files of lua/: change those.

const BOOKS = String.raw`-- The books keep a row for each conclusion of a round. BOOKS is the stream of the rows that wait to be pulled. Row 7 has the id 0-7: the server
-- numbers the rows, and removed ones keep their numbers. A row is one text: first letter of its kind and time, then path, slot, signature and entry of the
-- round, with a blank between them. HEAD is a hash, and its 'marker' names this set of records. 'gap' counts rows that found no room since the newest row.
-- 'gapSinceMs' and 'gapUntilMs' are the times of their first and last. 'lost' is the sum of all such rows. 'puller', 'pulledBy' and 'pullerUntilMs' are
-- the lease of the process that pulls.

-- The first row also makes the marker.
local function append_row(BOOKS, HEAD, row)
  if redis.call('XADD', BOOKS, '0-*', 'row', row) ~= '0-1' then return end
  redis.call('HSET', HEAD, 'marker', string.sub(redis.sha1hex(row .. time[1] .. ' ' .. time[2]), 1, 16))
end

-- Rows that found no room become one row. Room is made only by a pull, which calls this first: the gap row comes before the rows after it.
local function end_gap(BOOKS, HEAD)
  local count, since_ms, until_ms = unpack(redis.call('HMGET', HEAD, 'gap', 'gapSinceMs', 'gapUntilMs'))
  if not count then return end
  append_row(BOOKS, HEAD, 'g ' .. until_ms .. ' ' .. since_ms .. ' ' .. count)
  redis.call('HDEL', HEAD, 'gap', 'gapSinceMs', 'gapUntilMs')
end

-- Returns the answer that stops a command which took the entry of the round for another one, or nil. The record was read with 'entry'.
local function other_entry(record, entry)
  if (record.entry or '') ~= entry then return {'entry', record.entry or ''} end
  return nil
end

-- Books a conclusion of a round, whose record was read with 'path', 'slot', 'signature' and 'entry'. The server undoes nothing of a script that fails,
-- so this comes before the state of the round changes: no round concludes without a row.
local function book(BOOKS, HEAD, kind, record, most_rows)
  if redis.call('XLEN', BOOKS) < most_rows then
    local told = {record.path or '', record.slot or '', record.signature or '', record.entry or ''}
    append_row(BOOKS, HEAD, string.sub(kind, 1, 1) .. ' ' .. now .. ' ' .. table.concat(told, ' '))
  else
    if redis.call('HINCRBY', HEAD, 'gap', 1) == 1 then redis.call('HSET', HEAD, 'gapSinceMs', now) end
    redis.call('HSET', HEAD, 'gapUntilMs', now)
    redis.call('HINCRBY', HEAD, 'lost', 1)
  end
end
`;

const CLAIM = String.raw`-- 'claim' is a text of at most 64 bytes: token, end of the lease in ms, and as much of the end of its process' name as there is room for. It is ''
-- once the claim has ended. 'endedClaim' has the command that ended the last one, and its token.

-- Returns the token and the end of the lease, or nil without a claim.
local function read_claim(record)
  return string.match(record.claim or '', '^(%S+) (%d+) ')
end

local function claim_text(token, until_ms, name)
  local text = token .. ' ' .. string.format('%d', until_ms) .. ' '
  return text .. string.sub(name, -math.max(1, 64 - #text))
end

-- The same claim with another end of its lease.
local function renewed_claim(record, until_ms)
  return (string.gsub(record.claim, ' %d+ ', ' ' .. string.format('%d', until_ms) .. ' ', 1))
end

-- Adds the fields by which a claim ends.
local function end_claim(fields, token, command)
  for _, text in ipairs({'claim', '', 'endedClaim', command .. ' ' .. token}) do table.insert(fields, text) end
end

-- Returns the answer that stops a command of the claim's holder, or nil when the command may go on. The record was read with 'state', 'claim' and
-- 'endedClaim'. A claim ends with one command, which gets its first answer again when it is repeated. Any other command comes too late.
local function claim_refusal(record, token, command)
  if not record.state then return {'unknown'} end
  if record.endedClaim == command .. ' ' .. token then return {'ok'} end
  if read_claim(record) ~= token then return {'stale'} end
  if record.state ~= 'pending' then return {'illegal', record.state} end
  return nil
end
`;

const CLOCK = String.raw`local time = redis.call('TIME')
-- The server's clock, ms: the only one that decides.
local now = time[1] * 1000 + math.floor(time[2] / 1000)

-- Life of a reading against readings of lower slots, ms. No reader is that far behind, so after it the slot was wrong or lost.
local READING_LIFE_MS = 60000
-- Whether the slot of a reading was told a life ago.
local function is_past_life(since)
  return now - tonumber(since or '0') > READING_LIFE_MS
end
`;

const EXCLUSIVES = String.raw`-- An exclusive key holds the id of the round that uses it. A key of ticks also holds the last tick that was used. The tick is part of the
-- value, not of the name, so that a script can declare the key before it reads the clock.

local function tick_of(tick_ms)
  return math.floor(now / tick_ms)
end

-- The round that uses the key, or nil when it is free. After the clock was set back, its ticks count as used.
local function user_of(EXCLUSIVE, tick_ms)
  local round_id, tick = string.match(redis.call('GET', EXCLUSIVE) or '', '^(%w+) ?(%d*)$')
  if tick_ms and round_id and (tonumber(tick) or math.huge) < tick_of(tick_ms) then return nil end
  return round_id
end

-- Whether a round ended without an answer that was paid for. A record lives as long as the keys that it frees in this way, so a round without
-- a record has ended so.
local function ended_unserved(ENDED)
  local state = redis.call('HGET', ENDED, 'state')
  return not state or state == 'failed' or state == 'expired' or state == 'unpaid'
end

local function use(EXCLUSIVE, round_id, life_ms, tick_ms)
  local tick = tick_ms and string.format(' %d', tick_of(tick_ms)) or ''
  redis.call('SET', EXCLUSIVE, round_id .. tick, 'PX', life_ms)
end

local function give_up(EXCLUSIVE, round_id)
  if string.match(redis.call('GET', EXCLUSIVE) or '', '^%w+') == round_id then redis.call('DEL', EXCLUSIVE) end
end
`;

const LISTED = String.raw`-- LISTED holds the newest rounds under one name by the time at which they were listed, in µs. No two rounds have the same time.
local most_listed = 10000
-- Parts of an entry's life. Once in each of them, expired entries are removed and the end of the key is set anew.
local life_parts = 8

-- A record lives at least life_ms, and an entry at most a part of it longer.
local function list(LISTED, round_id, life_ms)
  local newest = tonumber(redis.call('ZREVRANGE', LISTED, 0, 0, 'WITHSCORES')[2] or 0)
  local listed_at = math.max(time[1] * 1000000 + time[2], newest + 1)
  redis.call('ZADD', LISTED, string.format('%d', listed_at), round_id)
  if newest > 0 then redis.call('ZREMRANGEBYRANK', LISTED, 0, -1 - most_listed) end
  local part_us = math.ceil(life_ms * 1000 / life_parts)
  if math.floor(newest / part_us) == math.floor(listed_at / part_us) then return end
  if newest > 0 then redis.call('ZREMRANGEBYSCORE', LISTED, '-inf', string.format('%d', (now - life_ms) * 1000)) end
  redis.call('PEXPIRE', LISTED, math.ceil(life_ms + part_us / 1000))
end
`;

const PAYMENT = String.raw`-- One process at a time has a claim on a payment: first the gateway that began it, then any process that claims it once the lease is over.
-- Returns the answer that stops a command of another process, or nil when the command may go on. The record was read with 'state', 'claim' and
-- 'endedClaim'. A claim ends with one command, which gets its first answer again when it is repeated. A concluded payment is 'illegal' for every token.
local function payment_refusal(record, token, command)
  local state = record.state
  if not state then return {'unknown'} end
  if record.endedClaim == command .. ' ' .. token then return {'ok'} end
  if state ~= 'settling' and state ~= 'payment_unknown' then return {'illegal', state} end
  if read_claim(record) ~= token then return {'stale'} end
  return nil
end
`;

const PUBLICATIONS = String.raw`-- State of a feed as PUBLICATIONS has it: open or closed, since when in unix seconds, by whom, and the owner in base58.
local function read_publication(text)
  local state, at, by, owner = string.match(text, '^(%a+) (%d+) (%a+) (%w+)$')
  return { is_open = state == 'open', at = tonumber(at), by = by, owner = owner }
end
`;

const QUOTAS = String.raw`-- A quota is a hash and a sorted set. A member of HOLDS has the score +inf while its round is not settled, then the first slot whose reading counts the
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
`;

const RECORD = String.raw`-- Tells the processes that listen that the round is another now. The channel has the name of the totals, the message is the record's key. A server
-- that takes no messages changes nothing about the record.
local function announce(ROUND, TOTALS)
  redis.pcall('PUBLISH', TOTALS, ROUND)
end

-- Writes the new state with the fields that come with it, counts it and announces it. Returns how many rounds ever reached the state.
local function transition(ROUND, TOTALS, to, fields)
  redis.call('HSET', ROUND, 'state', to, unpack(fields or {}))
  local reached = redis.call('HINCRBY', TOTALS, to, '1')
  announce(ROUND, TOTALS)
  return reached
end
`;

const RESERVATION = String.raw`-- Returns the answer that stops a transition of the reservation's holder, or nil when the transition may be made. The record was read with 'state'
-- and 'token'.
local function reservation_refusal(record, token, to)
  if not record.state then return {'unknown'} end
  if record.token ~= token then return {'stale'} end
  if record.state == to then return {'ok'} end
  if record.state ~= 'reserved' then return {'illegal', record.state} end
  return nil
end
`;

const SCHEDULE = String.raw`-- A pending record that is parked or held is not listed as due. It was read with 'parkedAtMs'.

-- Adds when the record may be claimed next, and why it waits, to the fields that a command writes. For an operator, the reason why a record is
-- parked matters more than why a later attempt was postponed.
local function schedule(DUE, record, fields, round_id, at_ms, reason)
  table.insert(fields, 'nextAttemptMs')
  table.insert(fields, at_ms)
  if record.parkedAtMs then return end
  redis.call('ZADD', DUE, at_ms, round_id)
  if reason then add_text(fields, 'reason', reason) end
end
`;

const STREAMS = String.raw`-- Bytes that an entry takes beside its texts, and bytes that the server takes for one of them: it rounds up.
local entry_bytes = 24
local bytes_a_byte = 1.25
-- Bytes of nodes that are partly empty.
local spare_bytes = 16384
-- Entries that one call removes, at most.
local most_removed = 1000

local function size_of(texts)
  local size = 0
  for _, text in ipairs(texts) do size = size + #text end
  return math.ceil(entry_bytes + bytes_a_byte * size)
end

-- Adds an entry to a stream whose bytes are counted under a name. Removes its oldest entries while they are too old, or together too large. Returns
-- the entry's id.
local function append(STREAM, BYTES, name, id, texts, most)
  if redis.call('EXISTS', STREAM) == 0 then redis.call('HDEL', BYTES, name) end
  local added = redis.call('XADD', STREAM, id, unpack(texts))
  local size = redis.call('HINCRBY', BYTES, name, size_of(texts))
  for _ = 1, most_removed do
    local first = redis.call('XRANGE', STREAM, '-', '+', 'COUNT', 1)[1]
    local since = tonumber(string.match(first[1], '^%d+'))
    if first[1] == added or (size <= most.bytes - spare_bytes and since >= now - most.lifeMs) then break end
    redis.call('XDEL', STREAM, first[1])
    size = redis.call('HINCRBY', BYTES, name, -size_of(first[2]))
  end
  redis.call('PEXPIRE', STREAM, most.lifeMs)
  return added
end
`;

const TEXTS = String.raw`-- A hash is stored as a list pack, in a third of the memory, while no value was ever longer than 64 bytes. Longer texts are therefore stored
-- in pieces: field0, field1 and so on. A text ends with its first piece that is shorter. Pieces that an earlier text left behind it do not count.
local piece_length = 64
-- Lua takes longer to write a number than to cut a piece.
local digits = {'0', '1', '2', '3', '4', '5', '6', '7', '8', '9'}
local function numbered(name, piece)
  if piece < 10 then return name .. digits[piece + 1] end
  return numbered(name, math.floor(piece / 10)) .. digits[piece % 10 + 1]
end
-- Pieces of each text that a read of the record asks for at once. A text that has more takes one read for each of them.
local pieces_read = {holds = 3, entry = 3, signature = 2, broadcasts = 2, reason = 2, failure = 4}

-- Reads fields of the record, and texts as a whole. A field that the record has not is nil.
local function read_record(ROUND, ...)
  local names = {}
  for _, name in ipairs({...}) do
    if not pieces_read[name] then names[#names + 1] = name end
    for piece = 1, pieces_read[name] or 0 do names[#names + 1] = numbered(name, piece - 1) end
  end
  local values, place, record = redis.call('HMGET', ROUND, unpack(names)), 0, {}
  for _, name in ipairs({...}) do
    local read, pieces, text = pieces_read[name] or 1, 1, values[place + 1] or nil
    while text and pieces_read[name] and #text == piece_length * pieces do
      local piece
      if pieces < read then piece = values[place + pieces + 1] else piece = redis.call('HGET', ROUND, numbered(name, pieces)) end
      text, pieces = text .. (piece or ''), pieces + 1
    end
    place = place + read
    record[name] = text
  end
  return record
end

-- Drops fields that the record was read to have. A text without its first piece is absent.
local function drop_fields(ROUND, record, ...)
  local names = {}
  for _, name in ipairs({...}) do
    if record[name] then names[#names + 1] = name end
  end
  if #names > 0 then redis.call('HDEL', ROUND, unpack(names)) end
end

-- Adds the pieces of a text to the fields that a command writes.
local function add_text(fields, field, text)
  for piece = 0, math.floor(#text / piece_length) do
    fields[#fields + 1] = numbered(field, piece)
    fields[#fields + 1] = string.sub(text, piece_length * piece + 1, piece_length * piece + piece_length)
  end
end

-- Adds a text of two parts as two fields. 'length' is that of the first part.
local function add_parts(fields, field, other, length, text)
  add_text(fields, field, string.sub(text, 1, length))
  add_text(fields, other, string.sub(text, length + 1))
end
`;

const UNITS = String.raw`-- HOLDS of a quota has one member for each hold: its units and its round.

local function member_of(units, round_id)
  return units .. ':' .. round_id
end

local function units_of(member)
  return tonumber(string.match(member, '^%d+'))
end

local function sum_of(HOLDS)
  local sum = 0
  for _, member in ipairs(redis.call('ZRANGE', HOLDS, 0, -1)) do sum = sum + units_of(member) end
  return sum
end
`;

const USAGE = String.raw`-- Usage is what an owner was charged in the last days. USAGE is a hash of one owner. The field '<days since 1970> <path> <delegate, or - for the owner itself>'
-- is a sum of units. With a '$' behind it, it is the sum of their amounts; with a '+', how many units there were beyond one a round. A sum of 0 has
-- no field. 'day' is the day of the newest field. Delegates beyond the bound of fields are counted together as *.
local usage_days, most_usage_fields, day_ms = 62, 4096, 86400000

local function drop_old_days(USAGE, day)
  for _, field in ipairs(redis.call('HKEYS', USAGE)) do
    local of_field = tonumber(string.match(field, '^%d+'))
    if of_field and of_field <= day - usage_days then redis.call('HDEL', USAGE, field) end
  end
end

-- A sum that no 64 bits hold stays as it is: the round is concluded in any case.
local function raise(USAGE, field, by)
  return redis.pcall('HINCRBY', USAGE, field, by)
end

-- Counts a round that was charged. Told is what its entry in the books says; nil, where nothing can be read there.
local function count_usage(USAGE, path, told)
  if not told then return end
  local delegate, units, amount = told.delegate, told.units, told.amount
  local day = math.floor(now / day_ms)
  local name = day .. ' ' .. path .. ' '
  local field = name .. delegate
  if raise(USAGE, field, units) == tonumber(units) then
    redis.call('PEXPIRE', USAGE, (usage_days + 1) * day_ms)
    if tonumber(redis.call('HGET', USAGE, 'day')) ~= day then
      drop_old_days(USAGE, day)
      redis.call('HSET', USAGE, 'day', day)
    end
    if redis.call('HLEN', USAGE) > most_usage_fields and delegate ~= '*' then
      redis.call('HDEL', USAGE, field)
      field = name .. '*'
      raise(USAGE, field, units)
    end
  end
  if amount ~= '0' then raise(USAGE, field .. '$', amount) end
  if units ~= '1' then raise(USAGE, field .. '+', string.format('%d', units - 1)) end
end
`;

export const SCRIPTS = {
  beginPayment: {
    keys: 4,
    keysPerExclusive: 0,
    keysPerQuota: 0,
    lua: String.raw`#!lua flags=allow-oom
-- The round is signed, and runs before the facilitator is asked for its payment. Stores what is known of the payment, and the result that is answered
-- once the payment is made. The payment may have been made from here on, so the reservation no longer expires. The holder of the reservation gets the
-- first claim on the payment.
-- Transition  beginPayment: reserved -> settling
--
-- KEYS  1 round  2 reserved  3 paying  4 totals
-- Input  roundId: string
--        token: string         the reservation's
--        leaseMs: number       length of the claim
--        entryLength: number   characters of the text that the books keep
-- Text  what the books will say of the round, then payment and result
-- Reply {'ok', rounds that ever reached settling} | {'ok'} when repeated | {'unknown'} | {'stale'} | {'illegal', state}
${CLOCK}${RECORD}${RESERVATION}${CLAIM}${TEXTS}local ROUND, RESERVED, PAYING, TOTALS = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local input = cjson.decode(ARGV[1])

local record = read_record(ROUND, 'state', 'token', 'claim')
local stop = reservation_refusal(record, input.token, 'settling')
-- A process whose claim was taken over must not pay.
if stop and stop[1] == 'ok' and read_claim(record) ~= input.token then return {'stale'} end
if stop then return stop end

local fields = {'claim', claim_text(input.token, now + input.leaseMs, '')}
-- A short name: each piece repeats it.
add_parts(fields, 'entry', 'b', input.entryLength, ARGV[2])
local reached = transition(ROUND, TOTALS, 'settling', fields)
redis.call('ZREM', RESERVED, input.roundId)
redis.call('ZADD', PAYING, now, input.roundId)
return {'ok', reached}
`,
  },
  claim: {
    keys: 4,
    keysPerExclusive: 0,
    keysPerQuota: 0,
    lua: String.raw`#!lua flags=allow-oom
-- Gives one worker a claim on the record. Once the lease of a claim is over, the next worker that asks takes over.
--
-- KEYS  1 round  2 due  3 pending  4 parked
-- Input  roundId: string
--        token: string     of the new claim
--        workerId: string
--        leaseMs: number
--        early: boolean    also when the record is parked, held or not due yet
-- Reply {'claimed', then name and value of each field of the record} | {'none'}
${CLOCK}${CLAIM}local ROUND, DUE, PENDING, PARKED = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local input = cjson.decode(ARGV[1])

local texts = redis.call('HGETALL', ROUND)
local record = {}
for place = 1, #texts, 2 do record[texts[place]] = texts[place + 1] end
local holder, lease_end = read_claim(record)
if not record.state then
  -- The record was deleted by hand.
  redis.call('ZREM', DUE, input.roundId)
  redis.call('ZREM', PENDING, input.roundId)
  redis.call('ZREM', PARKED, input.roundId)
end
if record.state ~= 'pending' then return {'none'} end
if holder == input.token then return {'claimed', unpack(texts)} end
if holder and tonumber(lease_end) > now then return {'none'} end
-- A record without a time has not been tried yet.
if not input.early and (record.parkedAtMs or tonumber(record.nextAttemptMs or 0) > now) then return {'none'} end

local until_ms = now + input.leaseMs
local claim = claim_text(input.token, until_ms, input.workerId)
redis.call('HSET', ROUND, 'claim', claim)
if not record.parkedAtMs then redis.call('ZADD', DUE, until_ms, input.roundId) end
-- The last of two fields of one name counts.
for _, text in ipairs({'claim', claim}) do table.insert(texts, text) end
return {'claimed', unpack(texts)}
`,
  },
  claimPayment: {
    keys: 2,
    keysPerExclusive: 0,
    keysPerQuota: 0,
    lua: String.raw`#!lua flags=allow-oom
-- Gives one process a claim on the payment, to find out its outcome. Once the lease of a claim is over, the next process that asks takes over.
--
-- KEYS  1 round  2 paying
-- Input  roundId: string
--        token: string      of the new claim
--        claimedBy: string
--        leaseMs: number
-- Reply {'claimed', then name and value of each field of the record} | {'none'}
${CLOCK}${CLAIM}${TEXTS}local ROUND, PAYING = KEYS[1], KEYS[2]
local input = cjson.decode(ARGV[1])

local record = read_record(ROUND, 'state', 'claim')
local holder, lease_end = read_claim(record)
-- The record was deleted by hand.
if not record.state then redis.call('ZREM', PAYING, input.roundId) end
if record.state ~= 'settling' and record.state ~= 'payment_unknown' then return {'none'} end
if holder ~= input.token then
  if holder and tonumber(lease_end) > now then return {'none'} end
  redis.call('HSET', ROUND, 'claim', claim_text(input.token, now + input.leaseMs, input.claimedBy))
end
return {'claimed', unpack(redis.call('HGETALL', ROUND))}
`,
  },
  commit: {
    keys: 7,
    keysPerExclusive: 0,
    keysPerQuota: 2,
    lua: String.raw`#!lua flags=allow-oom
-- The round is signed. Stores what settlement needs and what is answered, and gives back the units held until the answer.
-- Transition  commit: reserved -> pending
--
-- KEYS  1 round  2 reserved  3 pending  4 due  5 totals  6 list  7 parked  then for each hold until the answer: quota, its holds
-- Input  roundId: string
--        token: string              the reservation's
--        timestampSeconds: string   the round's own
--        recordTtlMs: number        of the quotas and the list
--        isListed: boolean
--        isHeld: boolean            workers leave the round alone until an operator releases it
--        holds: string              as the record keeps them
--        staying: string            those until the settlement, as the record keeps them
--        units: string[]            of each hold until the answer
--        entryLength: number        characters of the text that the books keep
-- Text  what the books will say of the round, then settlement payload and result
-- Reply {'ok', rounds that ever reached pending} | {'ok'} when repeated | {'unknown'} | {'stale'} | {'illegal', state} | {'holds', what the record holds}
--
-- A repeated commit is 'ok' even when a worker has settled the round in between.
${CLOCK}${RECORD}${RESERVATION}${UNITS}${QUOTAS}${TEXTS}${LISTED}local ROUND, RESERVED, PENDING, DUE, TOTALS, LISTED, PARKED = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5], KEYS[6], KEYS[7]
local input = cjson.decode(ARGV[1])

local record = read_record(ROUND, 'state', 'token', 'timestamp', 'holds')
local stop = reservation_refusal(record, input.token, 'pending')
if stop and stop[1] == 'illegal' and record.timestamp then return {'ok'} end
if stop then return stop end
if record.holds ~= input.holds then return {'holds', record.holds} end

for hold, units in ipairs(input.units) do
  local QUOTA, HOLDS = KEYS[6 + 2 * hold], KEYS[7 + 2 * hold]
  local quota = open_quota(QUOTA, HOLDS)
  give_back(quota, HOLDS, units, input.roundId)
  close_quota(quota, QUOTA, HOLDS, input.recordTtlMs)
end
local fields = {'timestamp', input.timestampSeconds}
-- A short name: each piece repeats it.
add_parts(fields, 'entry', 'b', input.entryLength, ARGV[2])
if input.staying ~= record.holds then add_text(fields, 'holds', input.staying) end
if input.isHeld then
  -- The record counts as parked, and no worker claims it to settle.
  for _, text in ipairs({'parkedAtMs', now, 'held', 1}) do table.insert(fields, text) end
end
local reached = transition(ROUND, TOTALS, 'pending', fields)
redis.call('ZREM', RESERVED, input.roundId)
redis.call('ZADD', PENDING, input.timestampSeconds, input.roundId)
if input.isHeld then
  -- The negative time tells a held round from a parked one.
  redis.call('ZADD', PARKED, -now, input.roundId)
else
  redis.call('ZADD', DUE, now, input.roundId)
end
if input.isListed then list(LISTED, input.roundId, input.recordTtlMs) end
return {'ok', reached}
`,
  },
  doubtPayment: {
    keys: 2,
    keysPerExclusive: 0,
    keysPerQuota: 2,
    lua: String.raw`#!lua flags=allow-oom
-- The outcome of the payment is unknown. Ends the claim, so that another process may find out. The caller is told, so the units held until the
-- answer are given back.
-- Transition  doubtPayment: settling -> payment_unknown
--
-- KEYS  1 round  2 totals  then for each hold until the answer: quota, its holds
-- Input  roundId: string
--        token: string          the claim's
--        reason: string
--        quotaTtlMs: number
--        holds: string          as the record keeps them
--        staying: string        those until the settlement, as the record keeps them
--        units: string[]        of each hold until the answer
-- Reply {'ok'} | {'unknown'} | {'stale'} | {'illegal', state} | {'holds', what the record holds}
${CLOCK}${RECORD}${CLAIM}${PAYMENT}${UNITS}${QUOTAS}${TEXTS}local ROUND, TOTALS = KEYS[1], KEYS[2]
local input = cjson.decode(ARGV[1])

local record = read_record(ROUND, 'state', 'claim', 'endedClaim', 'holds')
local stop = payment_refusal(record, input.token, 'doubt')
if stop then return stop end
if record.holds ~= input.holds then return {'holds', record.holds} end

for hold, units in ipairs(input.units) do
  local QUOTA, HOLDS = KEYS[1 + 2 * hold], KEYS[2 + 2 * hold]
  local quota = open_quota(QUOTA, HOLDS)
  give_back(quota, HOLDS, units, input.roundId)
  close_quota(quota, QUOTA, HOLDS, input.quotaTtlMs)
end
local fields = {}
add_text(fields, 'reason', input.reason)
add_text(fields, 'holds', input.staying)
end_claim(fields, input.token, 'doubt')
-- A payment that stays in doubt enters no new state.
if record.state == 'settling' then
  transition(ROUND, TOTALS, 'payment_unknown', fields)
else
  redis.call('HSET', ROUND, unpack(fields))
end
return {'ok'}
`,
  },
  dropBooks: {
    keys: 2,
    keysPerExclusive: 0,
    keysPerQuota: 0,
    lua: String.raw`#!lua flags=allow-oom
-- Removes rows of the books that are on the puller's disk.
--
-- KEYS  1 books  2 head of the books
-- Input  token: string
--        ids: string[]
--        isLast: boolean   the puller gives the lease back
-- Reply {'ok', rows that wait} | {'stale'}
${CLOCK}${BOOKS}local BOOKS, HEAD = KEYS[1], KEYS[2]
local input = cjson.decode(ARGV[1])

if redis.call('HGET', HEAD, 'puller') ~= input.token then return {'stale'} end
end_gap(BOOKS, HEAD)
if #input.ids > 0 then redis.call('XDEL', BOOKS, unpack(input.ids)) end
if input.isLast then redis.call('HDEL', HEAD, 'puller', 'pulledBy', 'pullerUntilMs') end
return {'ok', redis.call('XLEN', BOOKS)}
`,
  },
  expire: {
    keys: 3,
    keysPerExclusive: 0,
    keysPerQuota: 2,
    lua: String.raw`#!lua flags=allow-oom
-- Ends a reservation that is listed as overdue: the process that made it is gone.
-- Transition  expire: reserved -> expired
--
-- KEYS  1 round  2 reserved  3 totals  then for each hold: quota, its holds
-- Input  roundId: string
--        recordTtlMs: number   of the record and its quotas
--        holds: string         as the record keeps them
--        units: string[]       of each hold
-- Reply {'ok'} | {'none'} | {'holds', what the record holds}
${CLOCK}${RECORD}${UNITS}${QUOTAS}${TEXTS}local ROUND, RESERVED, TOTALS = KEYS[1], KEYS[2], KEYS[3]
local input = cjson.decode(ARGV[1])

local record = read_record(ROUND, 'state', 'holds')
if record.state ~= 'reserved' then
  -- The reservation has just ended, or the record was deleted by hand. Neither may keep others from expiring.
  redis.call('ZREM', RESERVED, input.roundId)
  return {'none'}
end
-- Another process may have taken the identity again since it was listed.
if tonumber(redis.call('ZSCORE', RESERVED, input.roundId) or now) > now then return {'none'} end
if record.holds ~= input.holds then return {'holds', record.holds} end

for hold, units in ipairs(input.units) do
  local QUOTA, HOLDS = KEYS[2 + 2 * hold], KEYS[3 + 2 * hold]
  local quota = open_quota(QUOTA, HOLDS)
  give_back(quota, HOLDS, units, input.roundId)
  close_quota(quota, QUOTA, HOLDS, input.recordTtlMs)
end
local fields = {}
add_text(fields, 'reason', 'reservation_expired')
transition(ROUND, TOTALS, 'expired', fields)
redis.call('ZREM', RESERVED, input.roundId)
redis.call('PEXPIRE', ROUND, input.recordTtlMs)
return {'ok'}
`,
  },
  fail: {
    keys: 3,
    keysPerExclusive: 1,
    keysPerQuota: 2,
    lua: String.raw`#!lua flags=allow-oom
-- The round will not be answered or paid. Its identity stays used, unless its authorization is unused. Gives back its units, and the exclusive keys
-- that its caller may use again.
-- Transition  fail: reserved -> failed
--
-- KEYS  1 round  2 reserved  3 totals  then each exclusive key that is given back  then for each hold: quota, its holds
-- Input  roundId: string
--        token: string          the reservation's
--        reason: string
--        failure?: string       what its requester may be told of it
--        quotaTtlMs: number
--        recordTtlMs: number
--        exclusives: number     exclusive keys given back
--        unused?: boolean       the same request may be reserved again
--        holds: string          as the record keeps them
--        units: string[]        of each hold
-- Reply {'ok'} | {'unknown'} | {'stale'} | {'illegal', state} | {'holds', what the record holds}
${CLOCK}${RECORD}${RESERVATION}${UNITS}${QUOTAS}${TEXTS}${EXCLUSIVES}local ROUND, RESERVED, TOTALS = KEYS[1], KEYS[2], KEYS[3]
local input = cjson.decode(ARGV[1])
local exclusives = input.exclusives

local record = read_record(ROUND, 'state', 'token', 'holds')
local stop = reservation_refusal(record, input.token, 'failed')
if stop then return stop end
if record.holds ~= input.holds then return {'holds', record.holds} end

for exclusive = 1, exclusives do
  local EXCLUSIVE = KEYS[3 + exclusive]
  give_up(EXCLUSIVE, input.roundId)
end
for hold, units in ipairs(input.units) do
  local QUOTA, HOLDS = KEYS[2 + exclusives + 2 * hold], KEYS[3 + exclusives + 2 * hold]
  local quota = open_quota(QUOTA, HOLDS)
  give_back(quota, HOLDS, units, input.roundId)
  close_quota(quota, QUOTA, HOLDS, input.quotaTtlMs)
end
local fields = {}
add_text(fields, 'reason', input.reason)
if input.failure then add_text(fields, 'failure', input.failure) end
if input.unused then
  table.insert(fields, 'unused')
  table.insert(fields, 1)
end
transition(ROUND, TOTALS, 'failed', fields)
redis.call('ZREM', RESERVED, input.roundId)
redis.call('PEXPIRE', ROUND, input.recordTtlMs)
return {'ok'}
`,
  },
  finalize: {
    keys: 6,
    keysPerExclusive: 0,
    keysPerQuota: 0,
    lua: String.raw`#!lua flags=allow-oom
-- The receipt can no longer vanish. Gives the record its end.
--
-- KEYS  1 round  2 unfinal  3 totals  4 books  5 head of the books  6 usage of its owner
-- Input  roundId: string
--        seenAtSlot: string    slot at which the settlement was seen
--        recordTtlMs: number
--        mostBookRows: number   that wait
--        usage?: { delegate: string, units: string, amount: string }   what the entry says, absent = it is unreadable
-- Text  the round's entry in the books
-- Reply {'final', path?, entry?}: of the row, where this call booked it | {'none'}: it is not settled, or its settlement was seen at another slot | {'entry', what the record holds}
${CLOCK}${RECORD}${TEXTS}${BOOKS}${USAGE}local ROUND, UNFINAL, TOTALS, BOOKS, HEAD, USAGE = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5], KEYS[6]
local input = cjson.decode(ARGV[1])

local record = read_record(ROUND, 'state', 'seenAtSlot', 'finalAtMs', 'path', 'slot', 'signature', 'entry')
if not record.state then redis.call('ZREM', UNFINAL, input.roundId) end
if record.state ~= 'settled' or record.seenAtSlot ~= input.seenAtSlot then return {'none'} end
if record.finalAtMs then return {'final'} end
local stop = other_entry(record, ARGV[2])
if stop then return stop end

book(BOOKS, HEAD, 'final', record, input.mostBookRows)
redis.call('HSET', ROUND, 'finalAtMs', now)
redis.call('ZREM', UNFINAL, input.roundId)
redis.call('PEXPIRE', ROUND, input.recordTtlMs)
announce(ROUND, TOTALS)
count_usage(USAGE, record.path or '', input.usage)
return {'final', record.path or '', record.entry or ''}
`,
  },
  forgetBroadcast: {
    keys: 1,
    keysPerExclusive: 0,
    keysPerQuota: 0,
    lua: String.raw`#!lua flags=allow-oom
-- Drops a recorded transaction that was certainly not sent. Kept, it would delay the next one until its blockhash has expired.
--
-- KEYS  1 round
-- Input  token: string   the claim's
--        line: string    signature and last valid block height
-- Reply {'ok'} | {'unknown'} | {'stale'} | {'illegal', state}
${CLAIM}${TEXTS}local ROUND = KEYS[1]
local input = cjson.decode(ARGV[1])

local record = read_record(ROUND, 'state', 'claim', 'endedClaim', 'broadcasts')
local stop = claim_refusal(record, input.token, 'forget')
if stop then return stop end

local lines = {}
for kept in string.gmatch(record.broadcasts or '', '[^\n]+') do
  if kept ~= input.line then table.insert(lines, kept) end
end
local broadcasts, fields = table.concat(lines, '\n'), {}
add_text(fields, 'broadcasts', broadcasts)
redis.call('HSET', ROUND, unpack(fields))
return {'ok'}
`,
  },
  giveBackCalls: {
    keys: 1,
    keysPerExclusive: 0,
    keysPerQuota: 0,
    lua: String.raw`#!lua flags=allow-oom
-- Gives back calls that were taken and not made.
--
-- KEYS  1 calls taken, by second and tenant
-- Input  calls: number
--        second: number   in which they were taken
--        tenant: string
-- Reply {'ok'}
local CALLS = KEYS[1]
local input = cjson.decode(ARGV[1])
local taken = string.format('%d:%s', input.second, input.tenant)

local count = tonumber(redis.call('HGET', CALLS, taken) or '0')
if count > 0 then redis.call('HINCRBY', CALLS, taken, -math.min(count, input.calls)) end
return {'ok'}
`,
  },
  holdTotals: {
    keys: 2,
    keysPerExclusive: 0,
    keysPerQuota: 0,
    lua: String.raw`#!lua flags=no-writes
-- Reads the holds of a quota, at one moment.
--
-- KEYS  1 quota  2 its holds
-- Input  maxHolders: number   how many holders to name at most
-- Reply {committed, rounds that hold and are not settled, available by the reading that stands against older readings and its slot, both ''
--       without one, then <units>:<round id> of holders, those of rounds that are not settled first}
${CLOCK}${UNITS}local QUOTA, HOLDS = KEYS[1], KEYS[2]
local input = cjson.decode(ARGV[1])

local committed, available, slot, since = unpack(redis.call('HMGET', QUOTA, 'committed', 'available', 'slot', 'readingAtMs'))
if is_past_life(since) then available, slot = nil, nil end
local holders = input.maxHolders > 0 and redis.call('ZREVRANGE', HOLDS, 0, input.maxHolders - 1) or {}
return {committed or string.format('%.0f', sum_of(HOLDS)), redis.call('ZCOUNT', HOLDS, '+inf', '+inf'), available or '', slot or '', unpack(holders)}
`,
  },
  keepAnswer: {
    keys: 2,
    keysPerExclusive: 0,
    keysPerQuota: 0,
    lua: String.raw`#!lua
-- Keeps an answer of an owner's public feeds, so that their readers can verify it.
--
-- KEYS  1 answers of the owner  2 bytes
-- Input  owner: string    base58
--        bytes: number    that the answers of the owner may have
--        lifeMs: number
-- Text  the answer
-- Reply {its id}
${CLOCK}${STREAMS}local ANSWERS, BYTES = KEYS[1], KEYS[2]
local input = cjson.decode(ARGV[1])

local texts = { 'a' }
table.insert(texts, ARGV[2])
return { append(ANSWERS, BYTES, input.owner, '*', texts, { bytes = input.bytes, lifeMs = input.lifeMs }) }
`,
  },
  lapse: {
    keys: 7,
    keysPerExclusive: 0,
    keysPerQuota: 2,
    lua: String.raw`#!lua flags=allow-oom
-- The program no longer accepts the round. Only now are its units free without a settlement.
-- Transition  lapse: pending -> lapsed
--
-- KEYS  1 round  2 pending  3 due  4 parked  5 totals  6 books  7 head of the books  then for each hold: quota, its holds
-- Input  roundId: string
--        token: string         the claim's
--        reason: string
--        recordTtlMs: number   of the record and its quotas
--        mostBookRows: number   that wait
--        holds: string         as the record keeps them
--        units: string[]       of each hold
-- Reply {'ok', path?, entry?}: of the row, where this call booked it | {'unknown'} | {'stale'} | {'illegal', state} | {'holds', what the record holds}
${CLOCK}${RECORD}${CLAIM}${UNITS}${QUOTAS}${TEXTS}${BOOKS}local ROUND, PENDING, DUE, PARKED, TOTALS, BOOKS, HEAD = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5], KEYS[6], KEYS[7]
local input = cjson.decode(ARGV[1])

local record = read_record(ROUND, 'state', 'claim', 'endedClaim', 'holds', 'parkedAtMs', 'held', 'nextAttemptMs', 'path', 'slot', 'signature', 'entry')
local stop = claim_refusal(record, input.token, 'lapse')
if stop then return stop end
if record.holds ~= input.holds then return {'holds', record.holds} end

book(BOOKS, HEAD, 'lapsed', record, input.mostBookRows)
for hold, units in ipairs(input.units) do
  local QUOTA, HOLDS = KEYS[6 + 2 * hold], KEYS[7 + 2 * hold]
  local quota = open_quota(QUOTA, HOLDS)
  give_back(quota, HOLDS, units, input.roundId)
  close_quota(quota, QUOTA, HOLDS, input.recordTtlMs)
end
local fields = {}
add_text(fields, 'reason', input.reason)
end_claim(fields, input.token, 'lapse')
transition(ROUND, TOTALS, 'lapsed', fields)
drop_fields(ROUND, record, 'parkedAtMs', 'held', 'nextAttemptMs')
redis.call('ZREM', PENDING, input.roundId)
redis.call('ZREM', DUE, input.roundId)
if record.parkedAtMs then redis.call('ZREM', PARKED, input.roundId) end
redis.call('PEXPIRE', ROUND, input.recordTtlMs)
return {'ok', record.path or '', record.entry or ''}
`,
  },
  listDue: {
    keys: 1,
    keysPerExclusive: 0,
    keysPerQuota: 0,
    lua: String.raw`#!lua flags=no-writes
-- Rounds of a sorted set whose time has come, the longest waiting first. Used for 'due', 'reserved' and 'paying'.
--
-- KEYS  1 sorted set of round ids by time, ms
-- Input  limit: number
--        skip: number          how many to leave out
--        olderThanMs: number   for how long the time must have come
-- Reply round ids
${CLOCK}local ROUNDS = KEYS[1]
local input = cjson.decode(ARGV[1])

return redis.call('ZRANGEBYSCORE', ROUNDS, '-inf', now - input.olderThanMs, 'LIMIT', input.skip, input.limit)
`,
  },
  listGivenUp: {
    keys: 1,
    keysPerExclusive: 0,
    keysPerQuota: 0,
    lua: String.raw`#!lua flags=no-writes
-- Rounds that were given up as unpaid and whose records live. Those whose records end first come first.
--
-- KEYS  1 given up
-- Input  limit: number
--        skip: number    how many to leave out
-- Reply round ids
${CLOCK}local GIVENUP = KEYS[1]
local input = cjson.decode(ARGV[1])

return redis.call('ZRANGEBYSCORE', GIVENUP, '(' .. now, '+inf', 'LIMIT', input.skip, input.limit)
`,
  },
  markWrite: {
    keys: 1,
    keysPerExclusive: 0,
    keysPerQuota: 0,
    lua: String.raw`#!lua flags=allow-oom
-- Writes something. Once a replica has this write it has all that the server wrote before, which is what WAIT behind it waits for.
--
-- KEYS  1 written
-- Reply {'ok'}
local WRITTEN = KEYS[1]

redis.call('SET', WRITTEN, '')
return {'ok'}
`,
  },
  noteSignature: {
    keys: 1,
    keysPerExclusive: 0,
    keysPerQuota: 0,
    lua: String.raw`#!lua flags=allow-oom
-- Stores the signature of the payment's transaction before the transaction is sent.
--
-- KEYS  1 round
-- Input  token: string       the claim's
--        signature: string
-- Reply {'ok'} | {'unknown'} | {'stale'} | {'illegal', state}
${CLAIM}${PAYMENT}${TEXTS}local ROUND = KEYS[1]
local input = cjson.decode(ARGV[1])

local record = read_record(ROUND, 'state', 'claim', 'endedClaim')
local stop = payment_refusal(record, input.token, 'note')
if stop then return stop end

local fields = {}
add_text(fields, 'signature', input.signature)
redis.call('HSET', ROUND, unpack(fields))
return {'ok'}
`,
  },
  overturn: {
    keys: 7,
    keysPerExclusive: 0,
    keysPerQuota: 0,
    lua: String.raw`#!lua flags=allow-oom
-- The ledger has the payment after all, so its payer gets the result. The round holds no units any more, and the transaction stays on the
-- ledger: any process that has seen it may say so, in any order.
-- Transition  overturn: unpaid -> paid
--
-- KEYS  1 round  2 given up  3 totals  4 its payment  5 books  6 head of the books  7 usage of its owner
-- Input  roundId: string
--        signature: string
--        slot?: string         absent = unknown
--        recordTtlMs: number
--        mostBookRows: number   that wait
--        usage?: { delegate: string, units: string, amount: string }   what the entry says, absent = it is unreadable
-- Text  the round's entry in the books
-- Reply {'ok', path?, entry?}: of the row, where this call booked it | {'unknown'} | {'illegal', state} | {'entry', what the record holds}
${CLOCK}${RECORD}${TEXTS}${BOOKS}${USAGE}local ROUND, GIVENUP, TOTALS, PAYMENT, BOOKS, HEAD, USAGE = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5], KEYS[6], KEYS[7]
local input = cjson.decode(ARGV[1])

local record = read_record(ROUND, 'state', 'signature', 'path', 'entry', 'reason0', 'endedClaim')
if not record.state then return {'unknown'} end
if record.state == 'paid' and record.signature == input.signature then return {'ok'} end
if record.state ~= 'unpaid' then return {'illegal', record.state} end
local other = other_entry(record, ARGV[2])
if other then return other end

record.signature, record.slot = input.signature, input.slot or ''
book(BOOKS, HEAD, 'overturned', record, input.mostBookRows)
local fields = {'slot', record.slot}
add_text(fields, 'signature', record.signature)
add_text(fields, 'receipt', '')
transition(ROUND, TOTALS, 'paid', fields)
-- The process that gave the payment up and repeats its command is told how the round ended.
drop_fields(ROUND, record, 'reason0', 'endedClaim')
redis.call('ZREM', GIVENUP, input.roundId)
redis.call('PEXPIRE', ROUND, input.recordTtlMs)
redis.call('SET', PAYMENT, input.roundId, 'PX', input.recordTtlMs)
count_usage(USAGE, record.path or '', input.usage)
return {'ok', record.path or '', record.entry or ''}
`,
  },
  pay: {
    keys: 7,
    keysPerExclusive: 0,
    keysPerQuota: 2,
    lua: String.raw`#!lua flags=allow-oom
-- The payment was made. Its payer may read the result, and the round holds no units any more. The payment names the round as long as the record
-- lives.
-- Transition  pay: settling, payment_unknown -> paid
--
-- KEYS  1 round  2 paying  3 totals  4 its payment  5 books  6 head of the books  7 usage of its owner  then for each hold: quota, its holds
-- Input  roundId: string
--        token: string         the claim's
--        signature: string
--        slot?: string         absent = unknown
--        receipt?: string      absent = the facilitator gave none
--        recordTtlMs: number   of the record and its quotas
--        mostBookRows: number   that wait
--        holds: string         as the record keeps them
--        units: string[]       of each hold
--        usage?: { delegate: string, units: string, amount: string }   what the entry says, absent = it is unreadable
-- Text  the round's entry in the books
-- Reply {'ok', path?, entry?}: of the row, where this call booked it | {'unknown'} | {'stale'} | {'illegal', state} | {'holds', what the record holds} | {'entry', what the record holds}
${CLOCK}${RECORD}${CLAIM}${PAYMENT}${UNITS}${QUOTAS}${TEXTS}${BOOKS}${USAGE}local ROUND, PAYING, TOTALS, PAYMENT, BOOKS, HEAD, USAGE = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5], KEYS[6], KEYS[7]
local input = cjson.decode(ARGV[1])

local record = read_record(ROUND, 'state', 'claim', 'endedClaim', 'holds', 'path', 'entry', 'reason0')
local stop = payment_refusal(record, input.token, 'pay')
if stop then return stop end
if record.holds ~= input.holds then return {'holds', record.holds} end
local other = other_entry(record, ARGV[2])
if other then return other end

record.signature, record.slot = input.signature, input.slot or ''
book(BOOKS, HEAD, 'paid', record, input.mostBookRows)
for hold, units in ipairs(input.units) do
  local QUOTA, HOLDS = KEYS[6 + 2 * hold], KEYS[7 + 2 * hold]
  local quota = open_quota(QUOTA, HOLDS)
  give_back(quota, HOLDS, units, input.roundId)
  close_quota(quota, QUOTA, HOLDS, input.recordTtlMs)
end
local fields = {'slot', record.slot}
add_text(fields, 'signature', record.signature)
-- A record that is not paid has no receipt.
add_text(fields, 'receipt', input.receipt or '')
end_claim(fields, input.token, 'pay')
transition(ROUND, TOTALS, 'paid', fields)
drop_fields(ROUND, record, 'reason0')
redis.call('ZREM', PAYING, input.roundId)
redis.call('PEXPIRE', ROUND, input.recordTtlMs)
redis.call('SET', PAYMENT, input.roundId, 'PX', input.recordTtlMs)
count_usage(USAGE, record.path or '', input.usage)
return {'ok', record.path or '', record.entry or ''}
`,
  },
  postpone: {
    keys: 2,
    keysPerExclusive: 0,
    keysPerQuota: 0,
    lua: String.raw`#!lua flags=allow-oom
-- Nothing was learned about the round: the ledger did not answer, or a transaction is still on its way. Uses up no attempt.
--
-- KEYS  1 round  2 due
-- Input  roundId: string
--        token: string          the claim's
--        retryAfterMs: number
--        reason: string         why the round waits
-- Reply {'ok'} | {'unknown'} | {'stale'} | {'illegal', state}
${CLOCK}${CLAIM}${TEXTS}${SCHEDULE}local ROUND, DUE = KEYS[1], KEYS[2]
local input = cjson.decode(ARGV[1])

local record = read_record(ROUND, 'state', 'claim', 'endedClaim', 'parkedAtMs')
local stop = claim_refusal(record, input.token, 'postpone')
if stop then return stop end

local fields = {}
end_claim(fields, input.token, 'postpone')
schedule(DUE, record, fields, input.roundId, now + input.retryAfterMs, input.reason)
redis.call('HSET', ROUND, unpack(fields))
return {'ok'}
`,
  },
  publishFeed: {
    keys: 7,
    keysPerExclusive: 0,
    keysPerQuota: 0,
    lua: String.raw`#!lua flags=allow-oom
-- Opens a feed to every reader, or closes it, and announces it. The call with the greater time counts.
--
-- KEYS  1 publications  2 sources  3 latest  4 rows of the feed  5 answers of its owner  6 bytes  7 totals
-- Input  feedId: string
--        isOpen: boolean
--        atSeconds: number     of the text that the owner has signed, or of the operator's
--        by: string            owner or operator
--        owner: string         base58
--        source: string        what is opened, JSON
--        maxFeeds: number      open at once
--        maxOfOwner: number    opened by one owner
--        rowLifeMs: number     a feed without a value for so long makes room for another
-- Reply {'ok'} | {'older', time of the one that counts} | {'owner_full'} | {'full'}
${CLOCK}${PUBLICATIONS}local PUBLICATIONS, SOURCES, LATEST, ROWS, ANSWERS, BYTES, TOTALS = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5], KEYS[6], KEYS[7]
local input = cjson.decode(ARGV[1])
-- A text is taken for a minute: a closed feed is remembered for longer than any text about it can come.
local closed_seconds = 600

local is_open, open, of_owner, owned, idle = false, 0, 0, 0, nil
local texts = redis.call('HGETALL', PUBLICATIONS)
for place = 1, #texts, 2 do
  local id, feed = texts[place], read_publication(texts[place + 1])
  if id == input.feedId then
    if feed.at >= input.atSeconds then return {'older', feed.at} end
    is_open = feed.is_open
  elseif feed.is_open then
    open = open + 1
    if feed.owner == input.owner then
      owned = owned + 1
      if feed.by == 'owner' then of_owner = of_owner + 1 end
    end
    local latest = redis.call('HGET', LATEST, id)
    local last = math.max(feed.at * 1000, latest and tonumber(string.match(latest, '^%d+')) or 0)
    if feed.by == 'owner' and last < now - input.rowLifeMs then idle = id end
  elseif feed.at * 1000 < now - closed_seconds * 1000 then
    redis.call('HDEL', PUBLICATIONS, id)
  end
end

if input.isOpen then
  if input.by == 'owner' and of_owner >= input.maxOfOwner then return {'owner_full'} end
  if open >= input.maxFeeds then
    if not idle then return {'full'} end
    redis.call('HDEL', PUBLICATIONS, idle)
    redis.call('HDEL', SOURCES, idle)
    redis.call('HDEL', LATEST, idle)
  end
  redis.call('HSET', SOURCES, input.feedId, input.source)
else
  redis.call('HDEL', SOURCES, input.feedId)
  redis.call('HDEL', LATEST, input.feedId)
  redis.call('HDEL', BYTES, input.feedId)
  redis.call('DEL', ROWS)
  if owned == 0 then
    redis.call('HDEL', BYTES, input.owner)
    redis.call('DEL', ANSWERS)
  end
end
local state = input.isOpen and 'open' or 'closed'
redis.call('HSET', PUBLICATIONS, input.feedId, string.format('%s %d %s %s', state, input.atSeconds, input.by, input.owner))
redis.pcall('PUBLISH', TOTALS, ROWS)
return {'ok'}
`,
  },
  pullBooks: {
    keys: 2,
    keysPerExclusive: 0,
    keysPerQuota: 0,
    lua: String.raw`#!lua flags=allow-oom
-- Lends the books to one process at a time, and answers their oldest rows.
--
-- KEYS  1 books  2 head of the books
-- Input  token: string
--        pulledBy: string
--        leaseMs: number
--        limit: number     of rows
-- Reply {'rows', now ms, marker or '', rows that wait, then for each row: its id, its text} | {'busy', who has the lease, until ms}
${CLOCK}${BOOKS}local BOOKS, HEAD = KEYS[1], KEYS[2]
local input = cjson.decode(ARGV[1])

local puller, pulled_by, until_ms = unpack(redis.call('HMGET', HEAD, 'puller', 'pulledBy', 'pullerUntilMs'))
if puller and puller ~= input.token and tonumber(until_ms) > now then return {'busy', pulled_by, until_ms} end
redis.call('HSET', HEAD, 'puller', input.token, 'pulledBy', input.pulledBy, 'pullerUntilMs', now + input.leaseMs)
end_gap(BOOKS, HEAD)

local reply = {'rows', now, redis.call('HGET', HEAD, 'marker') or '', redis.call('XLEN', BOOKS)}
for _, row in ipairs(redis.call('XRANGE', BOOKS, '-', '+', 'COUNT', input.limit)) do
  table.insert(reply, row[1])
  table.insert(reply, row[2][2])
end
return reply
`,
  },
  read: {
    keys: 1,
    keysPerExclusive: 0,
    keysPerQuota: 0,
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
    keys: 2,
    keysPerExclusive: 0,
    keysPerQuota: 0,
    lua: String.raw`#!lua flags=allow-oom
-- Stores the signature of a transaction that is about to be sent, one line for each transaction, the newest last. The bytes of the transaction are
-- stored beside the record, once for all its rounds.
--
-- KEYS  1 round  2 bytes of the transaction
-- Input  token: string      the claim's
--        line: string       signature and last valid block height
--        lifeMs: number     of the bytes, 0 = they are not kept
--        maxLines: number   the oldest lines beyond that are dropped
-- Text  the bytes
-- Reply {'ok'} | {'unknown'} | {'stale'} | {'illegal', state}
${CLAIM}${TEXTS}local ROUND, WIRE = KEYS[1], KEYS[2]
local input = cjson.decode(ARGV[1])

local record = read_record(ROUND, 'state', 'claim', 'endedClaim', 'broadcasts')
local stop = claim_refusal(record, input.token, 'record')
if stop then return stop end

local lines = {}
for kept in string.gmatch(record.broadcasts or '', '[^\n]+') do
  if kept ~= input.line then table.insert(lines, kept) end
end
table.insert(lines, input.line)
while #lines > input.maxLines do table.remove(lines, 1) end
local broadcasts, fields = table.concat(lines, '\n'), {}
add_text(fields, 'broadcasts', broadcasts)
redis.call('HSET', ROUND, unpack(fields))
if input.lifeMs > 0 then redis.call('SET', WIRE, ARGV[2], 'PX', input.lifeMs, 'NX') end
return {'ok'}
`,
  },
  refuse: {
    keys: 3,
    keysPerExclusive: 0,
    keysPerQuota: 0,
    lua: String.raw`#!lua flags=allow-oom
-- The program refused the round. Uses up one attempt; the last one parks the record. A held record stays held.
--
-- KEYS  1 round  2 due  3 parked
-- Input  roundId: string
--        token: string          the claim's
--        reason: string
--        retryAfterMs: number
--        maxAttempts: number
-- Reply {'scheduled'} | {'parked'} | {'unknown'} | {'stale'} | {'illegal', state}
${CLOCK}${CLAIM}${TEXTS}${SCHEDULE}local ROUND, DUE, PARKED = KEYS[1], KEYS[2], KEYS[3]
local input = cjson.decode(ARGV[1])

local record = read_record(ROUND, 'state', 'claim', 'endedClaim', 'attempts', 'parkedAtMs', 'held')
local stop = claim_refusal(record, input.token, 'refuse')
if stop and stop[1] ~= 'ok' then return stop end
if not stop then
  -- A damaged record must park too.
  local attempts = (tonumber(record.attempts) or 0) + 1
  local fields = {'attempts', attempts}
  add_text(fields, 'reason', input.reason)
  if attempts >= input.maxAttempts and not record.held then
    record.parkedAtMs = now
    table.insert(fields, 'parkedAtMs')
    table.insert(fields, now)
    redis.call('ZREM', DUE, input.roundId)
    redis.call('ZADD', PARKED, now, input.roundId)
  end
  end_claim(fields, input.token, 'refuse')
  schedule(DUE, record, fields, input.roundId, now + input.retryAfterMs)
  redis.call('HSET', ROUND, unpack(fields))
end
return {record.parkedAtMs and 'parked' or 'scheduled'}
`,
  },
  refusePayment: {
    keys: 4,
    keysPerExclusive: 0,
    keysPerQuota: 2,
    lua: String.raw`#!lua flags=allow-oom
-- The payment was not made, as far as is known. The result stays unread, and the round holds no units any more. Unless the outcome is
-- certain, the round is listed as given up while its record lives: the ledger may still show the payment.
-- Transition  refusePayment: settling, payment_unknown -> unpaid
--
-- KEYS  1 round  2 paying  3 given up  4 totals  then for each hold: quota, its holds
-- Input  roundId: string
--        token: string         the claim's
--        reason: string
--        recordTtlMs: number   of the record and its quotas
--        isCertain: boolean
--        holds: string         as the record keeps them
--        units: string[]       of each hold
-- Reply {'ok'} | {'unknown'} | {'stale'} | {'illegal', state} | {'holds', what the record holds}
${CLOCK}${RECORD}${CLAIM}${PAYMENT}${UNITS}${QUOTAS}${TEXTS}local ROUND, PAYING, GIVENUP, TOTALS = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local input = cjson.decode(ARGV[1])

local record = read_record(ROUND, 'state', 'claim', 'endedClaim', 'holds')
local stop = payment_refusal(record, input.token, 'refuse')
if stop then return stop end
if record.holds ~= input.holds then return {'holds', record.holds} end

for hold, units in ipairs(input.units) do
  local QUOTA, HOLDS = KEYS[3 + 2 * hold], KEYS[4 + 2 * hold]
  local quota = open_quota(QUOTA, HOLDS)
  give_back(quota, HOLDS, units, input.roundId)
  close_quota(quota, QUOTA, HOLDS, input.recordTtlMs)
end
local fields = {}
add_text(fields, 'reason', input.reason)
end_claim(fields, input.token, 'refuse')
transition(ROUND, TOTALS, 'unpaid', fields)
redis.call('ZREM', PAYING, input.roundId)
redis.call('PEXPIRE', ROUND, input.recordTtlMs)
redis.call('ZREMRANGEBYSCORE', GIVENUP, '-inf', now)
if not input.isCertain then
  redis.call('ZADD', GIVENUP, now + input.recordTtlMs, input.roundId)
  redis.call('PEXPIRE', GIVENUP, input.recordTtlMs)
end
return {'ok'}
`,
  },
  renew: {
    keys: 2,
    keysPerExclusive: 0,
    keysPerQuota: 0,
    lua: String.raw`#!lua flags=allow-oom
-- The holder of the claim goes on. The record cannot be claimed by another worker for leaseMs from now.
--
-- KEYS  1 round  2 due
-- Input  roundId: string
--        token: string     the claim's
--        leaseMs: number
--        reason?: string   why the round waits, absent = nothing new
-- Reply {'ok'} | {'unknown'} | {'stale'} | {'illegal', state}
${CLOCK}${CLAIM}${TEXTS}local ROUND, DUE = KEYS[1], KEYS[2]
local input = cjson.decode(ARGV[1])

local record = read_record(ROUND, 'state', 'claim', 'endedClaim', 'parkedAtMs')
local stop = claim_refusal(record, input.token, 'renew')
if stop then return stop end

local _, lease_end = read_claim(record)
local until_ms = math.max(now + input.leaseMs, tonumber(lease_end))
local fields = {'claim', renewed_claim(record, until_ms)}
-- For an operator, the reason why a record is parked matters more.
if input.reason and not record.parkedAtMs then add_text(fields, 'reason', input.reason) end
redis.call('HSET', ROUND, unpack(fields))
if not record.parkedAtMs then redis.call('ZADD', DUE, until_ms, input.roundId) end
return {'ok'}
`,
  },
  renewPayment: {
    keys: 1,
    keysPerExclusive: 0,
    keysPerQuota: 0,
    lua: String.raw`#!lua flags=allow-oom
-- The holder of the claim on the payment goes on. The payment cannot be claimed by another process for leaseMs from now.
--
-- KEYS  1 round
-- Input  token: string     the claim's
--        leaseMs: number
-- Reply {'ok'} | {'unknown'} | {'stale'} | {'illegal', state}
${CLOCK}${CLAIM}${PAYMENT}${TEXTS}local ROUND = KEYS[1]
local input = cjson.decode(ARGV[1])

local record = read_record(ROUND, 'state', 'claim', 'endedClaim')
local stop = payment_refusal(record, input.token, 'renew')
if stop then return stop end

local _, lease_end = read_claim(record)
redis.call('HSET', ROUND, 'claim', renewed_claim(record, math.max(now + input.leaseMs, tonumber(lease_end))))
return {'ok'}
`,
  },
  requeue: {
    keys: 3,
    keysPerExclusive: 0,
    keysPerQuota: 0,
    lua: String.raw`#!lua flags=allow-oom
-- An operator lets a parked round try again, or a held one for the first time, with all its attempts.
--
-- KEYS  1 round  2 due  3 parked
-- Input  roundId: string
--        isHeld: boolean   takes a held round, else a parked one
-- Reply 1 = it was such a round, 0 = it was not (nothing changed)
${CLOCK}${CLAIM}${TEXTS}local ROUND, DUE, PARKED = KEYS[1], KEYS[2], KEYS[3]
local input = cjson.decode(ARGV[1])

local record = read_record(ROUND, 'state', 'parkedAtMs', 'held', 'claim')
if not record.state then redis.call('ZREM', PARKED, input.roundId) end
if not record.parkedAtMs or (record.held ~= nil) ~= input.isHeld then return 0 end

redis.call('HDEL', ROUND, 'parkedAtMs', 'held')
redis.call('HSET', ROUND, 'attempts', 0, 'nextAttemptMs', now)
redis.call('ZREM', PARKED, input.roundId)
local _, lease_end = read_claim(record)
redis.call('ZADD', DUE, math.max(now, tonumber(lease_end or '0')), input.roundId)
return 1
`,
  },
  reserve: {
    keys: 5,
    keysPerExclusive: 1,
    keysPerQuota: 2,
    lua: String.raw`#!lua
-- Takes the identity of a round, its exclusive keys, all its holds and a place in flight, or nothing.
--
-- KEYS  1 round  2 reserved  3 marker  4 list  5 a round that may have ended unserved  then each exclusive key  then for each hold: quota, its holds
-- Input  roundId: string
--        token: string         of the new reservation
--        path: string
--        lifeMs: number        of the reservation
--        maxInFlight: number
--        recordTtlMs: number   of the quotas and the list
--        version: string       of the record
--        keptHolds: string     as the record keeps them
--        isListed: boolean
--        createdBy?: string
--        marker?: string       what the marker must hold, absent = not asked
--        ended?: { exclusive: number, roundId: string }   place of the exclusive key that is free once this round, KEYS 5, has ended unserved
--        exclusives: { lifeMs: number, tickMs?: number }[]
--        holds: { units: string, available: string, slot?: string, counted?: string[] }[]   slot of the reading, absent = a fixed cap; members that it counts already
-- Reply {'reserved', created at ms} | {'duplicate', state} | {'overdue'} | {'used', place of the exclusive key, its round} | {'held', place of the hold} |
--       {'at_capacity'} | {'forgotten'}
--
-- The identity is judged first: a replay asks for no second unit. It is free again once its reservation has expired: the
-- process that made it is gone, and its token ends nothing any more. So is that of a failed round whose authorization is unused. An overdue reservation is to be expired first. A reservation whose time is
-- over holds no place in flight, even before the sweep has expired it. The script has no flags, so a server whose memory is full refuses it before anything is written.
${CLOCK}${UNITS}${QUOTAS}${TEXTS}${EXCLUSIVES}${LISTED}local ROUND, RESERVED, MARKER, LISTED, ENDED = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local input = cjson.decode(ARGV[1])
local exclusives = #input.exclusives

if input.marker and redis.call('GET', MARKER) ~= input.marker then return {'forgotten'} end

local record = read_record(ROUND, 'state', 'token', 'createdAtMs', 'unused')
local state = record.state
if state == 'reserved' and record.token == input.token then return {'reserved', record.createdAtMs} end
if state == 'reserved' and tonumber(redis.call('ZSCORE', RESERVED, input.roundId) or now) <= now then return {'overdue'} end
local is_unserved = state == 'expired' or state == 'failed' and record.unused
if state and not is_unserved then return {'duplicate', state} end

for exclusive, asked in ipairs(input.exclusives) do
  local EXCLUSIVE = KEYS[5 + exclusive]
  local user, ended = user_of(EXCLUSIVE, asked.tickMs), input.ended
  local is_free = not user or ended and exclusive == ended.exclusive and user == ended.roundId and ended_unserved(ENDED)
  if not is_free then return {'used', exclusive, user} end
end
local quotas, refusal = {}, nil
for hold, asked in ipairs(input.holds) do
  local QUOTA, HOLDS = KEYS[4 + exclusives + 2 * hold], KEYS[5 + exclusives + 2 * hold]
  local quota, available = open_quota(QUOTA, HOLDS), asked.available
  quotas[hold] = quota
  if asked.slot then available = store_reading(quota, HOLDS, asked.available, asked.slot) end
  if not fits(quota, HOLDS, tonumber(asked.units), tonumber(available), tonumber(asked.available), asked.counted) then
    refusal = {'held', hold}
    break
  end
end
if not refusal and redis.call('ZCOUNT', RESERVED, '(' .. now, '+inf') >= input.maxInFlight then refusal = {'at_capacity'} end

for hold, quota in ipairs(quotas) do
  local QUOTA, HOLDS = KEYS[4 + exclusives + 2 * hold], KEYS[5 + exclusives + 2 * hold]
  local asked = input.holds[hold]
  if not refusal then take(quota, HOLDS, asked.units, input.roundId) end
  -- A refused round leaves what the ledger says.
  if not refusal or asked.slot then close_quota(quota, QUOTA, HOLDS, input.recordTtlMs) end
end
if refusal then return refusal end
for exclusive, asked in ipairs(input.exclusives) do
  local EXCLUSIVE = KEYS[5 + exclusive]
  use(EXCLUSIVE, input.roundId, asked.lifeMs, asked.tickMs)
end
if is_unserved then redis.call('DEL', ROUND) end
local fields = {'version', input.version, 'state', 'reserved', 'token', input.token, 'path', input.path, 'createdAtMs', now}
if input.createdBy then
  table.insert(fields, 'createdBy')
  table.insert(fields, string.sub(input.createdBy, -64))
end
add_text(fields, 'holds', input.keptHolds)
redis.call('HSET', ROUND, unpack(fields))
redis.call('ZADD', RESERVED, now + input.lifeMs, input.roundId)
if input.isListed then list(LISTED, input.roundId, input.recordTtlMs) end
return {'reserved', now}
`,
  },
  resetReading: {
    keys: 1,
    keysPerExclusive: 0,
    keysPerQuota: 0,
    lua: String.raw`#!lua flags=allow-oom
-- Forgets what the ledger says of a quota. The next reader of the ledger tells it again; the units that rounds hold stay held.
--
-- KEYS  1 quota
-- Reply 1 = there was a reading, 0 = there was none
local QUOTA = KEYS[1]

return redis.call('HDEL', QUOTA, 'available', 'slot', 'readingAtMs') > 0 and 1 or 0
`,
  },
  rollBack: {
    keys: 7,
    keysPerExclusive: 0,
    keysPerQuota: 2,
    lua: String.raw`#!lua flags=allow-oom
-- The ledger has lost the receipt, so the round is to be settled again. It was served, so its holds are taken whatever is available.
-- Transition  rollBack: settled -> pending
--
-- KEYS  1 round  2 pending  3 due  4 unfinal  5 totals  6 books  7 head of the books  then for each hold: quota, its holds
-- Input  roundId: string
--        seenAtSlot: string     slot at which the settlement was seen
--        reason: string
--        quotaTtlMs: number
--        mostBookRows: number   that wait
--        holds: string          as the record keeps them
--        units: string[]        of each hold
-- Reply {'ok', path, entry}: of the row | {'none'} | {'holds', what the record holds}
${CLOCK}${RECORD}${UNITS}${QUOTAS}${TEXTS}${BOOKS}local ROUND, PENDING, DUE, UNFINAL, TOTALS, BOOKS, HEAD = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5], KEYS[6], KEYS[7]
local input = cjson.decode(ARGV[1])

local record = read_record(ROUND, 'state', 'seenAtSlot', 'finalAtMs', 'timestamp', 'holds', 'rollbacks', 'path', 'slot', 'signature', 'entry')
if record.state ~= 'settled' or record.seenAtSlot ~= input.seenAtSlot or record.finalAtMs then return {'none'} end
if record.holds ~= input.holds then return {'holds', record.holds} end

-- The row names the lost settlement.
book(BOOKS, HEAD, 'rolled-back', record, input.mostBookRows)
for hold, units in ipairs(input.units) do
  local QUOTA, HOLDS = KEYS[6 + 2 * hold], KEYS[7 + 2 * hold]
  local quota = open_quota(QUOTA, HOLDS)
  take(quota, HOLDS, units, input.roundId)
  close_quota(quota, QUOTA, HOLDS, input.quotaTtlMs)
end
local fields = {'nextAttemptMs', now, 'rollbacks', (tonumber(record.rollbacks) or 0) + 1}
add_text(fields, 'reason', input.reason)
transition(ROUND, TOTALS, 'pending', fields)
redis.call('HDEL', ROUND, 'signature0', 'slot', 'seenAtSlot', 'endedClaim')
redis.call('ZREM', UNFINAL, input.roundId)
redis.call('ZADD', PENDING, record.timestamp, input.roundId)
redis.call('ZADD', DUE, now, input.roundId)
return {'ok', record.path or '', record.entry or ''}
`,
  },
  settle: {
    keys: 6,
    keysPerExclusive: 0,
    keysPerQuota: 2,
    lua: String.raw`#!lua flags=allow-oom
-- The round is on the ledger. A hold is given back in this same call when the ledger's reading already counts the settlement.
-- Transition  settle: pending -> settled
--
-- KEYS  1 round  2 pending  3 due  4 parked  5 unfinal  6 totals  then for each quota: quota, its holds
-- Input  roundId: string
--        token: string          the claim's
--        signature?: string     absent = unknown
--        slot?: string          of the settlement, absent = unknown
--        seenAtSlot: string     slot at which the settlement was seen
--        quotaTtlMs: number
--        holds: string          as the record keeps them
--        quotas: { units?: string, isFixed: boolean, reading?: { available: string, slot: string } }[]   units held, absent = none; what the ledger says
-- Reply {'ok'} | {'unknown'} | {'stale'} | {'illegal', state} | {'holds', what the record holds}
${CLOCK}${RECORD}${CLAIM}${UNITS}${QUOTAS}${TEXTS}local ROUND, PENDING, DUE, PARKED, UNFINAL, TOTALS = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5], KEYS[6]
local input = cjson.decode(ARGV[1])

local record = read_record(ROUND, 'state', 'claim', 'endedClaim', 'holds', 'reason0', 'parkedAtMs', 'held', 'nextAttemptMs')
local stop = claim_refusal(record, input.token, 'settle')
if stop then return stop end
if record.holds ~= input.holds then return {'holds', record.holds} end

for place, told in ipairs(input.quotas) do
  local QUOTA, HOLDS = KEYS[5 + 2 * place], KEYS[6 + 2 * place]
  local quota, reading = open_quota(QUOTA, HOLDS), told.reading
  if reading then store_what_is_left(quota, HOLDS, reading.available, reading.slot) end
  if told.units then
    if told.isFixed or (quota.slot and tonumber(quota.slot) >= tonumber(input.seenAtSlot)) then
      give_back(quota, HOLDS, told.units, input.roundId)
    else
      await_reading(quota, HOLDS, told.units, input.roundId, input.seenAtSlot)
    end
  end
  close_quota(quota, QUOTA, HOLDS, input.quotaTtlMs)
end
local fields = {'slot', input.slot or '', 'seenAtSlot', input.seenAtSlot}
-- A pending record has no signature.
add_text(fields, 'signature', input.signature or '')
end_claim(fields, input.token, 'settle')
transition(ROUND, TOTALS, 'settled', fields)
drop_fields(ROUND, record, 'reason0', 'parkedAtMs', 'held', 'nextAttemptMs')
redis.call('ZREM', PENDING, input.roundId)
redis.call('ZREM', DUE, input.roundId)
if record.parkedAtMs then redis.call('ZREM', PARKED, input.roundId) end
redis.call('ZADD', UNFINAL, now, input.roundId)
return {'ok'}
`,
  },
  showValue: {
    keys: 5,
    keysPerExclusive: 0,
    keysPerQuota: 0,
    lua: String.raw`#!lua
-- Shows a value of a public feed to its readers, and announces it, unless the feed is closed or shows a later value.
--
-- KEYS  1 publications  2 latest  3 rows of the feed  4 bytes  5 totals
-- Input  feedId: string
--        answerId: string       of the answer that holds the value
--        observedAtMs: number   its stamp
--        value: string
--        told: string           what readers are told of it, JSON
--        bytes: number          that the rows of the feed may have
--        lifeMs: number
-- Reply 1: it is shown | 0
--
-- Stamps are rounded, so that of two answers with one stamp the one that comes later is shown.
${CLOCK}${STREAMS}${PUBLICATIONS}local PUBLICATIONS, LATEST, ROWS, BYTES, TOTALS = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local input = cjson.decode(ARGV[1])
-- A row is kept for each minute: the first value in it.
local row_ms = 60000

local publication = redis.call('HGET', PUBLICATIONS, input.feedId)
if not publication or not read_publication(publication).is_open then return 0 end
local latest = redis.call('HGET', LATEST, input.feedId)
if latest and tonumber(string.match(latest, '^%S+ (%d+)')) > input.observedAtMs then return 0 end

redis.call('HSET', LATEST, input.feedId, string.format('%s %d %s', input.answerId, input.observedAtMs, input.told))
local minute = now - now % row_ms
local last = redis.call('XREVRANGE', ROWS, '+', '-', 'COUNT', 1)[1]
if not last or tonumber(string.match(last[1], '^%d+')) < minute then
  local most = { bytes = input.bytes, lifeMs = input.lifeMs }
  append(ROWS, BYTES, input.feedId, string.format('%d-0', minute), { 'v', input.value }, most)
end
redis.pcall('PUBLISH', TOTALS, ROWS)
return 1
`,
  },
  statistics: {
    keys: 8,
    keysPerExclusive: 0,
    keysPerQuota: 0,
    lua: String.raw`#!lua flags=no-writes
-- Counts of one moment.
--
-- KEYS  1 reserved  2 pending  3 parked  4 unfinal  5 totals  6 paying  7 books  8 head of the books
-- Reply {now ms, reserved, pending, parked, unfinal, timestamp of the oldest pending round in seconds or '',
--        paying, time at which the oldest of them began, ms, or '', held,
--        rows of the books that wait, time of the oldest of them, ms, or '', rows that ever found no room,
--        then name and total of each state}
${CLOCK}local RESERVED, PENDING, PARKED, UNFINAL, TOTALS, PAYING = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5], KEYS[6]
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
`,
  },
  storeReading: {
    keys: 2,
    keysPerExclusive: 0,
    keysPerQuota: 0,
    lua: String.raw`#!lua flags=allow-oom
-- Stores what the ledger says of a quota.
--
-- KEYS  1 quota  2 its holds
-- Input  available: string
--        slot: string
--        quotaTtlMs: number
-- Reply 1
${CLOCK}${UNITS}${QUOTAS}local QUOTA, HOLDS = KEYS[1], KEYS[2]
local input = cjson.decode(ARGV[1])

local quota = open_quota(QUOTA, HOLDS)
store_reading(quota, HOLDS, input.available, input.slot)
close_quota(quota, QUOTA, HOLDS, input.quotaTtlMs)
return 1
`,
  },
  takeCalls: {
    keys: 1,
    keysPerExclusive: 0,
    keysPerQuota: 0,
    lua: String.raw`#!lua flags=allow-oom
-- Takes calls of a budget that tenants share, or only tells whether they are free. No span of a minute has more calls than the budget.
--
-- KEYS  1 calls taken, by second and tenant
-- Input  calls: number
--        callsPerMinute: number
--        takes: boolean           false = only check
--        tenant: string
--        isStranger: boolean
-- Reply {'taken', second} | {'spent' or 'share', seconds until so many calls are free}
--
-- A tenant may have FACTOR times what is free; all strangers together may have as much as is free. The last sixteenth of the budget, and as
-- much again as is asked for, is for tenants that have less. packages/fair-share has the same rule in a process.
${CLOCK}local CALLS = KEYS[1]
local FACTOR, STRANGERS_FACTOR = 8, 1
local input = cjson.decode(ARGV[1])
local wanted, most, tenant = input.calls, input.callsPerMinute, input.tenant
local reserve = math.ceil(most / 16)
-- A span of a minute touches the current second and the sixty before it.
local second = math.floor(now / 1000)
local oldest = second - 60

local taken, own, strangers, entries = 0, 0, 0, {}
local function count(who, calls)
  taken = taken + calls
  if who == tenant then own = own + calls end
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
  elseif input.takes then
    redis.call('HDEL', CALLS, all[place])
  end
end

local function share(has, factor)
  local kept = 0
  if has > 0 then kept = math.min(has, math.max(reserve, wanted)) + wanted - 1 end
  return has + wanted <= factor * (most - taken - kept)
end
local function refusal()
  if taken + wanted > most then return 'spent' end
  if not share(own, FACTOR) or (input.isStranger and not share(strangers, STRANGERS_FACTOR)) then return 'share' end
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

if input.takes then
  redis.call('HINCRBY', CALLS, second .. ':' .. tenant, wanted)
  redis.call('EXPIRE', CALLS, 62)
end
return {'taken', second}
`,
  },
  usedBy: {
    keys: 1,
    keysPerExclusive: 0,
    keysPerQuota: 0,
    lua: String.raw`#!lua flags=no-writes
-- The round that uses an exclusive key without ticks, or that a payment paid for.
--
-- KEYS  1 exclusive key or payment
-- Reply {round id, '' = the key is free}
local EXCLUSIVE = KEYS[1]

return {string.match(redis.call('GET', EXCLUSIVE) or '', '^%w+') or ''}
`,
  },
  withdraw: {
    keys: 4,
    keysPerExclusive: 1,
    keysPerQuota: 2,
    lua: String.raw`#!lua flags=allow-oom
-- Undoes a reservation under which no round was begun: its holder never heard that it was made. Nothing of it stays, so the same request may be
-- served later.
--
-- KEYS  1 round  2 reserved  3 totals  4 list  then each exclusive key  then for each hold: quota, its holds
-- Input  roundId: string
--        token: string          the reservation's
--        quotaTtlMs: number
--        exclusives: number     exclusive keys that the reservation asked for
--        holds: string          as the record keeps them
--        units: string[]        of each hold
-- Reply {'ok'} | {'unknown'} | {'stale'} | {'illegal', state} | {'holds', what the record holds}
${CLOCK}${RECORD}${RESERVATION}${UNITS}${QUOTAS}${TEXTS}${EXCLUSIVES}local ROUND, RESERVED, TOTALS, LISTED = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local input = cjson.decode(ARGV[1])
local exclusives = input.exclusives

local record = read_record(ROUND, 'state', 'token', 'holds')
local stop = reservation_refusal(record, input.token, nil)
if stop then return stop end
if record.holds ~= input.holds then return {'holds', record.holds} end

for exclusive = 1, exclusives do
  local EXCLUSIVE = KEYS[4 + exclusive]
  give_up(EXCLUSIVE, input.roundId)
end
for hold, units in ipairs(input.units) do
  local QUOTA, HOLDS = KEYS[3 + exclusives + 2 * hold], KEYS[4 + exclusives + 2 * hold]
  local quota = open_quota(QUOTA, HOLDS)
  give_back(quota, HOLDS, units, input.roundId)
  close_quota(quota, QUOTA, HOLDS, input.quotaTtlMs)
end
redis.call('DEL', ROUND)
redis.call('ZREM', RESERVED, input.roundId)
redis.call('ZREM', LISTED, input.roundId)
announce(ROUND, TOTALS)
return {'ok'}
`,
  },
} as const;

/** Input of each script: the `Input` of its header, as one JSON object. null: it takes nothing. */
export interface ScriptInputs {
  readonly beginPayment: { readonly roundId: string; readonly token: string; readonly leaseMs: number; readonly entryLength: number };
  readonly claim: { readonly roundId: string; readonly token: string; readonly workerId: string; readonly leaseMs: number; readonly early: boolean };
  readonly claimPayment: { readonly roundId: string; readonly token: string; readonly claimedBy: string; readonly leaseMs: number };
  readonly commit: { readonly roundId: string; readonly token: string; readonly timestampSeconds: string; readonly recordTtlMs: number; readonly isListed: boolean; readonly isHeld: boolean; readonly holds: string; readonly staying: string; readonly units: readonly string[]; readonly entryLength: number };
  readonly doubtPayment: { readonly roundId: string; readonly token: string; readonly reason: string; readonly quotaTtlMs: number; readonly holds: string; readonly staying: string; readonly units: readonly string[] };
  readonly dropBooks: { readonly token: string; readonly ids: readonly string[]; readonly isLast: boolean };
  readonly expire: { readonly roundId: string; readonly recordTtlMs: number; readonly holds: string; readonly units: readonly string[] };
  readonly fail: { readonly roundId: string; readonly token: string; readonly reason: string; readonly failure?: string | undefined; readonly quotaTtlMs: number; readonly recordTtlMs: number; readonly exclusives: number; readonly unused?: boolean | undefined; readonly holds: string; readonly units: readonly string[] };
  readonly finalize: { readonly roundId: string; readonly seenAtSlot: string; readonly recordTtlMs: number; readonly mostBookRows: number; readonly usage?: { readonly delegate: string, readonly units: string, readonly amount: string } | undefined };
  readonly forgetBroadcast: { readonly token: string; readonly line: string };
  readonly giveBackCalls: { readonly calls: number; readonly second: number; readonly tenant: string };
  readonly holdTotals: { readonly maxHolders: number };
  readonly keepAnswer: { readonly owner: string; readonly bytes: number; readonly lifeMs: number };
  readonly lapse: { readonly roundId: string; readonly token: string; readonly reason: string; readonly recordTtlMs: number; readonly mostBookRows: number; readonly holds: string; readonly units: readonly string[] };
  readonly listDue: { readonly limit: number; readonly skip: number; readonly olderThanMs: number };
  readonly listGivenUp: { readonly limit: number; readonly skip: number };
  readonly markWrite: null;
  readonly noteSignature: { readonly token: string; readonly signature: string };
  readonly overturn: { readonly roundId: string; readonly signature: string; readonly slot?: string | undefined; readonly recordTtlMs: number; readonly mostBookRows: number; readonly usage?: { readonly delegate: string, readonly units: string, readonly amount: string } | undefined };
  readonly pay: { readonly roundId: string; readonly token: string; readonly signature: string; readonly slot?: string | undefined; readonly receipt?: string | undefined; readonly recordTtlMs: number; readonly mostBookRows: number; readonly holds: string; readonly units: readonly string[]; readonly usage?: { readonly delegate: string, readonly units: string, readonly amount: string } | undefined };
  readonly postpone: { readonly roundId: string; readonly token: string; readonly retryAfterMs: number; readonly reason: string };
  readonly publishFeed: { readonly feedId: string; readonly isOpen: boolean; readonly atSeconds: number; readonly by: string; readonly owner: string; readonly source: string; readonly maxFeeds: number; readonly maxOfOwner: number; readonly rowLifeMs: number };
  readonly pullBooks: { readonly token: string; readonly pulledBy: string; readonly leaseMs: number; readonly limit: number };
  readonly read: null;
  readonly recordBroadcast: { readonly token: string; readonly line: string; readonly lifeMs: number; readonly maxLines: number };
  readonly refuse: { readonly roundId: string; readonly token: string; readonly reason: string; readonly retryAfterMs: number; readonly maxAttempts: number };
  readonly refusePayment: { readonly roundId: string; readonly token: string; readonly reason: string; readonly recordTtlMs: number; readonly isCertain: boolean; readonly holds: string; readonly units: readonly string[] };
  readonly renew: { readonly roundId: string; readonly token: string; readonly leaseMs: number; readonly reason?: string | undefined };
  readonly renewPayment: { readonly token: string; readonly leaseMs: number };
  readonly requeue: { readonly roundId: string; readonly isHeld: boolean };
  readonly reserve: { readonly roundId: string; readonly token: string; readonly path: string; readonly lifeMs: number; readonly maxInFlight: number; readonly recordTtlMs: number; readonly version: string; readonly keptHolds: string; readonly isListed: boolean; readonly createdBy?: string | undefined; readonly marker?: string | undefined; readonly ended?: { readonly exclusive: number, readonly roundId: string } | undefined; readonly exclusives: readonly { readonly lifeMs: number, readonly tickMs?: number | undefined }[]; readonly holds: readonly { readonly units: string, readonly available: string, readonly slot?: string | undefined, readonly counted?: readonly string[] | undefined }[] };
  readonly resetReading: null;
  readonly rollBack: { readonly roundId: string; readonly seenAtSlot: string; readonly reason: string; readonly quotaTtlMs: number; readonly mostBookRows: number; readonly holds: string; readonly units: readonly string[] };
  readonly settle: { readonly roundId: string; readonly token: string; readonly signature?: string | undefined; readonly slot?: string | undefined; readonly seenAtSlot: string; readonly quotaTtlMs: number; readonly holds: string; readonly quotas: readonly { readonly units?: string | undefined, readonly isFixed: boolean, readonly reading?: { readonly available: string, readonly slot: string } | undefined }[] };
  readonly showValue: { readonly feedId: string; readonly answerId: string; readonly observedAtMs: number; readonly value: string; readonly told: string; readonly bytes: number; readonly lifeMs: number };
  readonly statistics: null;
  readonly storeReading: { readonly available: string; readonly slot: string; readonly quotaTtlMs: number };
  readonly takeCalls: { readonly calls: number; readonly callsPerMinute: number; readonly takes: boolean; readonly tenant: string; readonly isStranger: boolean };
  readonly usedBy: null;
  readonly withdraw: { readonly roundId: string; readonly token: string; readonly quotaTtlMs: number; readonly exclusives: number; readonly holds: string; readonly units: readonly string[] };
}
