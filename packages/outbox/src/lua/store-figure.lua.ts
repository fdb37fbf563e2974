import { luaScript } from './script.js';

/**
 * Stores what the ledger says of a subscription.
 *
 * ARGV  1 owner  2 rounds left  3 slot  4 ms to keep the figure
 * Reply 1
 */
export const STORE_FIGURE = luaScript(`
store_figure(ARGV[1], ARGV[2], ARGV[3], ARGV[4])
return 1
`);
