import { MOVES } from '../states.js';
import { luaScript } from './script.js';

/**
 * The program no longer accepts the round: only now is its unit free again without a settlement.
 *
 * ARGV  1 round id  2 claim's token  3 reason  4 ms to keep the record
 * Reply {'ok'} | {'unknown'} | {'stale'} | {'illegal', state}
 */
export const LAPSE = luaScript(`
local round_id, token = ARGV[1], ARGV[2]
local record = key('round', round_id)

local stop = refusal(record, 'claimToken', token, '${MOVES.lapse.from}', '${MOVES.lapse.to}')
if stop then return stop end

release_quota(round_id)
redis.call('HSET', record, 'reason', ARGV[3])
finish(round_id, '${MOVES.lapse.to}', ARGV[4])
return {'ok'}
`);
