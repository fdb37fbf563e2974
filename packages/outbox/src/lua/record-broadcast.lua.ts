import { MOVES } from '../states.js';
import { luaScript } from './script.js';

/**
 * Keeps the signature of a transaction that is about to be sent, one line per transaction, the newest last.
 *
 * ARGV  1 round id  2 claim's token  3 line  4 most lines to keep
 * Reply {'ok'} | {'unknown'} | {'stale'} | {'illegal', state}
 */
export const RECORD_BROADCAST = luaScript(`
local round_id, token, line = ARGV[1], ARGV[2], ARGV[3]
local record = key('round', round_id)

local stop = refusal(record, 'claimToken', token, '${MOVES.settle.from}')
if stop then return stop end

local lines = {}
for kept in string.gmatch(redis.call('HGET', record, 'broadcasts') or '', '[^\\n]+') do
  if kept ~= line then table.insert(lines, kept) end
end
table.insert(lines, line)
while #lines > tonumber(ARGV[4]) do table.remove(lines, 1) end
redis.call('HSET', record, 'broadcasts', table.concat(lines, '\\n'), 'updatedAtMs', now)
return {'ok'}
`);
