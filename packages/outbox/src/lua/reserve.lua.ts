import { FIRST_STATE } from '../states.js';
import { luaScript } from './script.js';

/**
 * Takes a round's identity, one unit of its subscription and a place in flight, all or nothing.
 *
 * ARGV  1 round id  2 token  3 path  4 subscription owner  5 life of the reservation, ms  6 most in flight
 *       7 rounds left on the ledger  8 slot of that figure  9 ms to keep the figure  10 who reserves, for operators
 * Reply {'reserved', created at ms} | {'duplicate', state} | {'quota_committed'} | {'at_capacity'}
 *
 * The identity is judged first: a replay asks for no second unit. A reservation whose time is over holds no place in flight, even before
 * the sweep has come by.
 */
export const RESERVE = luaScript(`
local round_id, token, path, owner = ARGV[1], ARGV[2], ARGV[3], ARGV[4]
local record = key('round', round_id)

local state, holder, created = unpack(redis.call('HMGET', record, 'state', 'reserveToken', 'createdAtMs'))
if state == '${FIRST_STATE}' and holder == token then return {'reserved', created} end
if state then return {'duplicate', state} end

local rounds_left = store_figure(owner, ARGV[7], ARGV[8], ARGV[9])
if redis.call('ZCARD', key('committed', owner)) >= rounds_left then return {'quota_committed'} end
if redis.call('ZCOUNT', RESERVED, '(' .. now, '+inf') >= tonumber(ARGV[6]) then return {'at_capacity'} end

redis.call('HSET', record, 'state', '${FIRST_STATE}', 'reserveToken', token, 'path', path, 'subscriptionOwner', owner,
  'createdAtMs', now, 'updatedAtMs', now, 'attempts', 0)
if ARGV[10] ~= '' then redis.call('HSET', record, 'createdBy', ARGV[10]) end
redis.call('ZADD', RESERVED, now + ARGV[5], round_id)
redis.call('ZADD', key('committed', owner), '+inf', round_id)
return {'reserved', now}
`);
