import { setTimeout as delay } from 'node:timers/promises';
import { GatewayError } from '../errors/gateway-error.js';

/**
 * New owners, delegates and payers are looked up together: at most 20 calls of the RPC server a second, 100 accounts each. A budget of single
 * look-ups would be used up by a flood after a restart, when every owner is new; one that keeps newcomers out of turns needs 2,000 signed
 * requests a second.
 */
const TURN_MS = 50;
const MAX_LOOKUPS_PER_TURN = 100;

/** Resolves for all who ask within one turn at the same moment, so that the reader makes one call of what they read then. Throws `too_many_lookups`. */
export function createLookupTurns(): () => Promise<void> {
  let turn: Promise<void> | undefined;
  let taken = 0;
  return async () => {
    if (taken >= MAX_LOOKUPS_PER_TURN) throw new GatewayError('too_many_lookups');
    taken += 1;
    turn ??= delay(TURN_MS).then(() => {
      turn = undefined;
      taken = 0;
    });
    await turn;
  };
}
