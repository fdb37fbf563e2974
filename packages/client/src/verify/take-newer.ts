import { VerificationError } from '../base/errors.js';
import type { VerifiedValue } from './verify-answer.js';

/** Keeps the stamp of the last value of each feed that was used. */
export interface LastStamps {
  /** Keeps the stamp where the feed has none yet or an earlier one, in one atomic step, and tells whether it did. */
  advance(feedId: string, observedAtMs: number): Promise<boolean> | boolean;
}

/**
 * Takes a verified value for use only where it was observed after the last one taken of its feed. A party that brings stored answers could
 * else choose among all that are young enough, in any order.
 *
 * @throws VerificationError `not_newer`; any error of `stamps`
 * @example
 * const { value } = await takeNewer(await verifyFromLedger({ answer, expected, ledger }), stamps);
 */
export async function takeNewer<V extends Pick<VerifiedValue, 'feedId' | 'observedAtMs'>>(verified: V, stamps: LastStamps): Promise<V> {
  if (await stamps.advance(verified.feedId, verified.observedAtMs)) return verified;
  throw new VerificationError('not_newer', 'a value of this feed that is as new or newer was used before');
}

/** Stamps of one process: after a restart none is known. Keep them where the values are used, such as in the same database. */
export function stampsInMemory(): LastStamps {
  const lastByFeed = new Map<string, number>();
  return {
    advance(feedId, observedAtMs) {
      if (observedAtMs <= (lastByFeed.get(feedId) ?? 0)) return false;
      lastByFeed.set(feedId, observedAtMs);
      return true;
    },
  };
}
