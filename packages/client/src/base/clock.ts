/** Milliseconds by which the clocks of ledger, gateway and caller may differ and still count as equal. */
export const CLOCKS_AGREE_MS = 60_000;
/** A smaller difference than this makes no request late or early. */
const NOTICEABLE_MS = 1_500;

/** Stamps from one to another, unix milliseconds, both included. */
export interface StampWindow {
  readonly from: number;
  readonly to: number;
}

export interface Clock {
  /** Unix milliseconds, corrected. */
  now(): number;
  /**
   * Compares with the ledger's clock, and corrects this one from now on where it is wrong.
   *
   * @param claimedMs what a gateway says the time is; believed only as far as the ledger agrees within a minute
   * @returns by how many milliseconds it was corrected; 0 when it was right, or the ledger does not tell
   */
  correct(claimedMs?: number, signal?: AbortSignal): Promise<number>;
}

/** The caller's clock, which the ledger's may correct. A gateway alone cannot move it. */
export function createClock(deps: {
  readonly now: () => number;
  /** The ledger's clock, unix milliseconds; null when the ledger does not tell. */
  readonly ledgerNow: (signal?: AbortSignal) => Promise<number | null>;
}): Clock {
  let offsetMs = 0;
  const now = (): number => deps.now() + offsetMs;
  return {
    now,
    async correct(claimedMs, signal) {
      const ledgerMs = await deps.ledgerNow(signal);
      if (ledgerMs === null) return 0;
      const isClaimGood = claimedMs !== undefined && Math.abs(claimedMs - ledgerMs) <= CLOCKS_AGREE_MS;
      const shiftMs = (isClaimGood ? claimedMs : ledgerMs) - now();
      // The ledger alone is too coarse to find a small difference.
      if (Math.abs(shiftMs) < (isClaimGood ? NOTICEABLE_MS : CLOCKS_AGREE_MS)) return 0;
      offsetMs += shiftMs;
      return shiftMs;
    },
  };
}
