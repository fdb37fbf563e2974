import { MOVES } from '../states.js';
import { luaScript } from './script.js';

/**
 * The round is signed: keeps what settlement needs, and the result for a while.
 *
 * ARGV  1 round id  2 reservation's token  3 settlement payload  4 round's timestamp, seconds  5 result  6 ms to keep the result
 * Reply {'ok'} | {'unknown'} | {'stale'} | {'illegal', state}
 *
 * A repeated commit is `ok` even when a worker was quick enough to settle the round in between.
 */
export const COMMIT = luaScript(`
local round_id, token = ARGV[1], ARGV[2]
local record = key('round', round_id)

local stop = refusal(record, 'reserveToken', token, '${MOVES.commit.from}', '${MOVES.commit.to}')
if stop and stop[1] == 'illegal' and redis.call('HEXISTS', record, 'settlement') == 1 then return {'ok'} end
if stop then return stop end

move(round_id, '${MOVES.commit.to}')
redis.call('HSET', record, 'settlement', ARGV[3], 'nextAttemptMs', now)
redis.call('SET', key('result', round_id), ARGV[5], 'PX', ARGV[6])
redis.call('ZREM', RESERVED, round_id)
redis.call('ZADD', PENDING, ARGV[4], round_id)
redis.call('ZADD', DUE, now, round_id)
return {'ok'}
`);
