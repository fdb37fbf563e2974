import { MOVES } from '../states.js';
import { luaScript } from './script.js';

/**
 * Drops a recorded transaction that certainly never left: it would otherwise hold back the next one until its blockhash has expired.
 *
 * ARGV  1 round id  2 claim's token  3 line
 * Reply {'ok'} | {'unknown'} | {'stale'} | {'illegal', state}
 */
export const FORGET_BROADCAST = luaScript(`
local round_id, token, line = ARGV[1], ARGV[2], ARGV[3]
local record = key('round', round_id)

local stop = refusal(record, 'claimToken', token, '${MOVES.settle.from}')
if stop then return stop end

local lines = {}
for kept in string.gmatch(redis.call('HGET', record, 'broadcasts') or '', '[^\\n]+') do
  if kept ~= line then table.insert(lines, kept) end
end
redis.call('HSET', record, 'broadcasts', table.concat(lines, '\\n'), 'updatedAtMs', now)
return {'ok'}
`);
