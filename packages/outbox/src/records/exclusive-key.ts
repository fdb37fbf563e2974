import { requireCount } from './require-count.js';
import { requireName } from './require-name.js';

/**
 * Something that one round alone may use: 1 to 128 of letters, digits and `. : _ -`, such as `authorization:<hash>`. It outlives its round:
 * only `fail` gives it back before its life is over, unless it says otherwise itself.
 */
export interface ExclusiveKey {
  readonly name: string;
  /** Milliseconds for which it stays used, counted from the reservation; 1 or more. */
  readonly lifeMs: number;
  /** It is used only for the tick of this length in which the reservation's own time (`redisTimeMs`) lies; `lifeMs` is longer than that. */
  readonly tickMs?: number;
  /** It is free again once its round is `failed`, `expired` or `unpaid`; `lifeMs` is not longer than the records of such rounds are kept. */
  readonly freeOnceUnserved?: true;
}

/** Most exclusive keys of one round. */
export const MAX_EXCLUSIVE_KEYS = 4;

/** Throws RangeError. */
export function requireExclusiveName(name: string): string {
  return requireName('an exclusive key', name);
}

/** Life and tick of each key, as the script takes them. Throws RangeError. */
export function exclusivesInput(keys: readonly ExclusiveKey[]): readonly Pick<ExclusiveKey, 'lifeMs' | 'tickMs'>[] {
  if (keys.length > MAX_EXCLUSIVE_KEYS) throw new RangeError(`a reservation has at most ${MAX_EXCLUSIVE_KEYS} exclusive keys`);
  if (new Set(keys.map(({ name }) => requireExclusiveName(name))).size !== keys.length)
    throw new RangeError('two exclusive keys have one name');
  return keys.map(({ lifeMs, tickMs }) => {
    if (requireCount('lifeMs', lifeMs) === 0) throw new RangeError('lifeMs must be 1 or more');
    if (tickMs === undefined) return { lifeMs };
    if (requireCount('tickMs', tickMs) === 0 || tickMs >= lifeMs) throw new RangeError('tickMs must be 1 or more and below lifeMs');
    return { lifeMs, tickMs };
  });
}
