import { MOVES } from '../states.js';
import { luaScript } from './script.js';

/**
 * The round is on the ledger. Its unit is released in this same call when the ledger's figure already counts it.
 *
 * ARGV  1 round id  2 claim's token  3 signature, '' = unknown  4 slot of the settlement  5 rounds left on the ledger
 *       6 slot of that figure  7 ms to keep the figure  8 ms to keep the record
 * Reply {'ok'} | {'unknown'} | {'stale'} | {'illegal', state}
 */
export const SETTLE = luaScript(`
local round_id, token, slot = ARGV[1], ARGV[2], ARGV[4]
local record = key('round', round_id)

local stop = refusal(record, 'claimToken', token, '${MOVES.settle.from}', '${MOVES.settle.to}')
if stop then return stop end

local owner = redis.call('HGET', record, 'subscriptionOwner')
local _, figure_slot = store_figure(owner, ARGV[5], ARGV[6], ARGV[7])
if tonumber(slot) <= figure_slot then
  redis.call('ZREM', key('committed', owner), round_id)
else
  redis.call('ZADD', key('committed', owner), slot, round_id)
end
redis.call('HSET', record, 'signature', ARGV[3], 'slot', slot)
redis.call('HDEL', record, 'reason')
finish(round_id, '${MOVES.settle.to}', ARGV[8])
return {'ok'}
`);
