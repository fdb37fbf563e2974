/**
 * KEYS[1] is the hash of one feed. Numbers are integers below 2^53, which Lua counts exactly. A field that is not there is `false` in Lua.
 */
const FIELDS = "{'version', 'idempotencyKey', 'since', 'answer', 'failures', 'notBefore', 'written', 'writtenAt', 'day', 'spent'}";

/** A feed that is kept no more is forgotten after thirty days. */
const LIFE_SECONDS = 2_592_000;

/** Version of the fields. A state of another one is answered and not changed. */
export const STATE_VERSION = '1';

/** ARGV: token, now, until. */
export const CLAIM = `
local token, ends, version = unpack(redis.call('HMGET', KEYS[1], 'token', 'until', 'version'))
if version and version ~= '${STATE_VERSION}' then return redis.call('HMGET', KEYS[1], unpack(${FIELDS})) end
if token and token ~= ARGV[1] and tonumber(ends) > tonumber(ARGV[2]) then return false end
redis.call('HSET', KEYS[1], 'version', '${STATE_VERSION}', 'token', ARGV[1], 'until', ARGV[3])
redis.call('EXPIRE', KEYS[1], ${LIFE_SECONDS})
return redis.call('HMGET', KEYS[1], unpack(${FIELDS}))`;

export const READ = `return redis.call('HMGET', KEYS[1], unpack(${FIELDS}))`;

/** ARGV: token, idempotency key, now. */
export const KEEP_IDEMPOTENCY_KEY = `
if redis.call('HGET', KEYS[1], 'token') ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'idempotencyKey', ARGV[2])
redis.call('HSETNX', KEYS[1], 'since', ARGV[3])
return 1`;

/** ARGV: token, answer. */
export const KEEP_ANSWER = `
if redis.call('HGET', KEYS[1], 'token') ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'answer', ARGV[2])
return 1`;

/** ARGV: token, total, limit or -1, day. */
export const SPEND = `
local token, day, spent, reserved = unpack(redis.call('HMGET', KEYS[1], 'token', 'day', 'spent', 'reserved'))
if token ~= ARGV[1] then return 'lost' end
local before = day == ARGV[4] and tonumber(spent) or 0
local more = math.max(0, tonumber(ARGV[2]) - tonumber(reserved or '0'))
local limit = tonumber(ARGV[3])
if limit >= 0 and before + more > limit then return 'limit' end
redis.call('HSET', KEYS[1], 'day', ARGV[4], 'spent', string.format('%.0f', before + more), 'reserved', string.format('%.0f', tonumber(reserved or '0') + more))
return 'spent'`;

/**
 * ARGV: token, 1 where the purchase is over, failures, not before, written or '', written at, what the open purchase counted and does not cost.
 * That belongs to the day of the last count.
 */
export const RELEASE = `
if redis.call('HGET', KEYS[1], 'token') ~= ARGV[1] then return 0 end
redis.call('HDEL', KEYS[1], 'token', 'until')
local back = tonumber(ARGV[7])
if back > 0 then
  local spent, reserved = unpack(redis.call('HMGET', KEYS[1], 'spent', 'reserved'))
  back = math.min(back, tonumber(reserved or '0'), tonumber(spent or '0'))
  redis.call('HSET', KEYS[1], 'spent', string.format('%.0f', tonumber(spent or '0') - back), 'reserved', string.format('%.0f', tonumber(reserved or '0') - back))
end
if ARGV[2] == '1' then redis.call('HDEL', KEYS[1], 'idempotencyKey', 'since', 'answer', 'reserved') end
redis.call('HSET', KEYS[1], 'failures', ARGV[3], 'notBefore', ARGV[4])
if ARGV[5] ~= '' then redis.call('HSET', KEYS[1], 'written', ARGV[5], 'writtenAt', ARGV[6]) end
return 1`;
