/**
 * Each of KEYS is the hash of one feed; the first is the leader of the purchase. Numbers are integers below 2^53, which Lua counts exactly. A
 * field that is not there is `false` in Lua.
 */
const FIELDS =
  "{'version', 'leader', 'list', 'idempotencyKey', 'since', 'answer', 'failures', 'notBefore', 'written', 'writtenAt', 'day', 'spent'}";

/** A feed that is kept no more is forgotten after thirty days. */
const LIFE_SECONDS = 2_592_000;

/** Version of the fields. A state of another one is answered and not changed. */
export const STATE_VERSION = '1';

/** Ends a script unless all feeds are claimed by ARGV[1]. */
function unlessClaimed(reply: string): string {
  return `for _, key in ipairs(KEYS) do if redis.call('HGET', key, 'token') ~= ARGV[1] then return ${reply} end end`;
}

/** ARGV: token, now, until, the leader's id. */
export const CLAIM = `
local now = tonumber(ARGV[2])
local isOpen = redis.call('HEXISTS', KEYS[1], 'idempotencyKey') == 1
local reply = {}
for place, key in ipairs(KEYS) do
  local token, ends, version, leader, idempotencyKey, failures, notBefore =
    unpack(redis.call('HMGET', key, 'token', 'until', 'version', 'leader', 'idempotencyKey', 'failures', 'notBefore'))
  local isKnown = not version or version == '${STATE_VERSION}'
  if place == 1 and not isKnown then return {redis.call('HMGET', key, unpack(${FIELDS}))} end
  local joins = isKnown and (not token or token == ARGV[1] or tonumber(ends) <= now)
  if place == 1 then joins = joins and not leader
  elseif isOpen then joins = joins and leader == ARGV[4]
  else joins = joins and not leader and not idempotencyKey and (failures or '0') == '0' and tonumber(notBefore or '0') <= now end
  if place == 1 and not joins then return false end
  reply[place] = false
  if joins then
    redis.call('HSET', key, 'version', '${STATE_VERSION}', 'token', ARGV[1], 'until', ARGV[3])
    redis.call('EXPIRE', key, ${LIFE_SECONDS})
    reply[place] = redis.call('HMGET', key, unpack(${FIELDS}))
  end
end
return reply`;

export const READ = `return redis.call('HMGET', KEYS[1], unpack(${FIELDS}))`;

/** ARGV: token, idempotency key, now, the leader's id, sources or ''. */
export const KEEP_IDEMPOTENCY_KEY = `
${unlessClaimed('0')}
redis.call('HSET', KEYS[1], 'idempotencyKey', ARGV[2])
redis.call('HSETNX', KEYS[1], 'since', ARGV[3])
if ARGV[5] ~= '' then redis.call('HSET', KEYS[1], 'list', ARGV[5]) end
for place = 2, #KEYS do redis.call('HSET', KEYS[place], 'leader', ARGV[4]) end
return 1`;

/** ARGV: token, answer. */
export const KEEP_ANSWER = `
${unlessClaimed('0')}
redis.call('HSET', KEYS[1], 'answer', ARGV[2])
return 1`;

/** ARGV: token, day; for each feed total, limit or -1. Answers the places of the feeds beyond their limits. */
export const SPEND = `
${unlessClaimed("'lost'")}
local spends, beyond = {}, {}
for place, key in ipairs(KEYS) do
  local day, spent, reserved = unpack(redis.call('HMGET', key, 'day', 'spent', 'reserved'))
  local total, limit = tonumber(ARGV[2 * place + 1]), tonumber(ARGV[2 * place + 2])
  local before = day == ARGV[2] and tonumber(spent) or 0
  local more = math.max(0, total - tonumber(reserved or '0'))
  if limit >= 0 and before + more > limit then table.insert(beyond, place) end
  spends[place] = {before + more, tonumber(reserved or '0') + more}
end
if #beyond > 0 then return beyond end
for place, key in ipairs(KEYS) do
  redis.call('HSET', key, 'day', ARGV[2], 'spent', string.format('%.0f', spends[place][1]), 'reserved', string.format('%.0f', spends[place][2]))
end
return 'spent'`;

/**
 * ARGV: token; for each feed 1 where the purchase is over, failures, not before, written or '', written at, what the open purchase counted
 * and does not cost. That belongs to the day of the last count.
 */
export const RELEASE = `
${unlessClaimed('0')}
for place, key in ipairs(KEYS) do
  local closes, failures, notBefore, written, writtenAt, givesBack = unpack(ARGV, 6 * place - 4, 6 * place + 1)
  redis.call('HDEL', key, 'token', 'until')
  local back = tonumber(givesBack)
  if back > 0 then
    local spent, reserved = unpack(redis.call('HMGET', key, 'spent', 'reserved'))
    back = math.min(back, tonumber(reserved or '0'), tonumber(spent or '0'))
    redis.call('HSET', key, 'spent', string.format('%.0f', tonumber(spent or '0') - back), 'reserved', string.format('%.0f', tonumber(reserved or '0') - back))
  end
  if closes == '1' then redis.call('HDEL', key, 'idempotencyKey', 'since', 'answer', 'reserved', 'leader', 'list') end
  redis.call('HSET', key, 'failures', failures, 'notBefore', notBefore)
  if written ~= '' then redis.call('HSET', key, 'written', written, 'writtenAt', writtenAt) end
end
return 1`;
