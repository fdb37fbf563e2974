/** Why a stream has to be opened again: it `failed` to open or broke, or this node has no place for one: a node of the version before. */
export type OpeningAgain = 'failed' | 'refused';

/** Doubled with each failure in a row, up to the longest. */
const FIRST_MS = 250;
const LONGEST_MS = 30_000;
/** A node of the version before gets streams with its next version: minutes are soon enough. */
const REFUSED_MS = { shortest: 120_000, longest: 300_000 } as const;

/**
 * Milliseconds to wait. After failures it is any time up to the bound (full jitter): gateways that lost a node together come back one by one.
 *
 * @param failures in a row
 * @param random at least 0, below 1
 */
export function pauseBeforeOpening(
  why: OpeningAgain,
  { failures, random }: { readonly failures: number; readonly random: number },
): number {
  switch (why) {
    case 'failed':
      return random * Math.min(FIRST_MS * 2 ** failures, LONGEST_MS);
    case 'refused':
      return REFUSED_MS.shortest + random * (REFUSED_MS.longest - REFUSED_MS.shortest);
  }
}
