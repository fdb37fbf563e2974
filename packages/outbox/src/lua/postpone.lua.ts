import { MOVES } from '../states.js';
import { luaScript } from './script.js';

/**
 * Nothing was learned about the round (the ledger did not answer, or a transaction is still on its way): no attempt is used up.
 *
 * ARGV  1 round id  2 claim's token  3 ms until the next attempt
 * Reply {'ok'} | {'unknown'} | {'stale'} | {'illegal', state}
 */
export const POSTPONE = luaScript(`
local round_id, token = ARGV[1], ARGV[2]
local record = key('round', round_id)

if redis.call('HGET', record, 'releasedToken') == token then return {'ok'} end
local stop = refusal(record, 'claimToken', token, '${MOVES.settle.from}')
if stop then return stop end

release_claim(round_id, token, now + ARGV[3])
return {'ok'}
`);
