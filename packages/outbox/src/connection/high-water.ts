import { VolatileOutboxError } from '../records/errors.js';
import type { OutboxConnection } from './scripts.js';

/** States whose rounds a process has answered for: served to a caller, or to be paid for. */
const COUNTED_STATES = ['pending', 'settling'] as const;
/** A state whose rounds are counted for ever. */
export type CountedState = (typeof COUNTED_STATES)[number];

/** Rounds of a shard that ever reached each counted state, as far as a process knows. */
export type HighWater = Readonly<Record<CountedState, number>>;

export const NOTHING_REACHED: HighWater = { pending: 0, settling: 0 };

export function raised(known: HighWater, state: CountedState, count: number): HighWater {
  return count > known[state] ? { ...known, [state]: count } : known;
}

export function higher(one: HighWater, other: HighWater): HighWater {
  return COUNTED_STATES.reduce((highest, state) => raised(highest, state, other[state]), one);
}

/**
 * Reads the counts of the server. Throws VolatileOutboxError where it holds less than `known`: an older copy of the records, or a failover
 * that lost some.
 */
export async function readHighWater(redis: OutboxConnection, totalsKey: string, known: HighWater): Promise<HighWater> {
  const texts = await redis.hmget(totalsKey, ...COUNTED_STATES);
  const held = Object.fromEntries(COUNTED_STATES.map((state, index) => [state, Number(texts[index] ?? 0)]));
  const water = { pending: held['pending'] ?? 0, settling: held['settling'] ?? 0 };
  const missing = COUNTED_STATES.reduce((sum, state) => sum + Math.max(0, known[state] - water[state]), 0);
  if (missing > 0) {
    throw new VolatileOutboxError(
      'totals',
      `the server holds older records: at least ${missing} served rounds are missing; restore the newest copy`,
    );
  }
  return water;
}
