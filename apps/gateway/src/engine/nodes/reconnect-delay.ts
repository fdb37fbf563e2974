/**
 * Why a stream has to be opened again.
 *
 * - `failed`: it failed to open, or broke.
 * - `refused`: this node has no place for one: a node of the version before, or one behind a proxy that knows no upgrades.
 * - `flooded`: the node sent more than it was asked for.
 */
export type ReconnectCause = 'failed' | 'refused' | 'flooded';

/** Doubled with each failure in a row, up to the longest. */
const FIRST_MS = 250;
const LONGEST_MS = 30_000;
/** The longest for a node that is called in no other way. */
const LONGEST_ONLY_WAY_MS = 5_000;
/** A node of the version before gets streams with its next version: minutes are soon enough. */
const MINUTES_MS = { shortest: 120_000, longest: 300_000 } as const;

/**
 * Milliseconds to wait. After failures it is any time up to the bound (full jitter): gateways that lost a node together come back one by one.
 *
 * @param failures in a row
 * @param isOnlyWay the node is not called by HTTP meanwhile
 * @param random at least 0, below 1
 */
export function reconnectDelay(
  why: ReconnectCause,
  { failures, isOnlyWay, random }: { readonly failures: number; readonly isOnlyWay: boolean; readonly random: number },
): number {
  // A refusal costs such a node its calls: any party on the path can send one.
  if (why === 'failed' || (why === 'refused' && isOnlyWay)) {
    return random * Math.min(FIRST_MS * 2 ** failures, isOnlyWay ? LONGEST_ONLY_WAY_MS : LONGEST_MS);
  }
  return MINUTES_MS.shortest + random * (MINUTES_MS.longest - MINUTES_MS.shortest);
}
