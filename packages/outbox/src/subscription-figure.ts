import type { SubscriptionFigure } from './outbox.js';
import { requireCount } from './shard.js';

const LARGEST_EXACT = BigInt(Number.MAX_SAFE_INTEGER);

/**
 * Rounds left and slot as script arguments. Lua counts in doubles: a quota beyond 2^53 − 1 is held as that number, which no count of
 * unsettled rounds reaches.
 */
export function figureArguments(figure: SubscriptionFigure): readonly [roundsLeft: string, slot: number] {
  if (figure.roundsLeft < 0n) throw new RangeError('roundsLeft must be 0 or more');
  const roundsLeft = figure.roundsLeft > LARGEST_EXACT ? LARGEST_EXACT : figure.roundsLeft;
  return [roundsLeft.toString(), requireCount('slot', figure.slot)];
}
