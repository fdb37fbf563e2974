import { MOVES } from '../states.js';
import { luaScript } from './script.js';

/**
 * The round will not be signed: its identity stays used, its quota is free again.
 *
 * ARGV  1 round id  2 reservation's token  3 reason  4 ms to keep the record
 * Reply {'ok'} | {'unknown'} | {'stale'} | {'illegal', state}
 */
export const FAIL = luaScript(`
local round_id, token = ARGV[1], ARGV[2]
local record = key('round', round_id)

local stop = refusal(record, 'reserveToken', token, '${MOVES.fail.from}', '${MOVES.fail.to}')
if stop then return stop end

release_quota(round_id)
redis.call('HSET', record, 'reason', ARGV[3])
finish(round_id, '${MOVES.fail.to}', ARGV[4])
return {'ok'}
`);
