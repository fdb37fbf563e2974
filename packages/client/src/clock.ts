/** Milliseconds by which the clocks of gateway, ledger and caller may differ and still count as equal. */
const AGREEMENT_MS = 60_000;

export interface Clock {
  /** Unix milliseconds, corrected. */
  now(): number;
  /**
   * Whether `claimedMs` is the present, as another party claims. When the caller's own clock says otherwise, the ledger decides: a
   * claim that the ledger's clock confirms corrects this clock from now on.
   */
  confirm(claimedMs: number, signal?: AbortSignal): Promise<boolean>;
}

/** The caller's clock, which the ledger's may correct. A gateway alone can move it by nothing. */
export function createClock(deps: {
  readonly now: () => number;
  /** The ledger's clock, unix milliseconds; null when the ledger does not tell. */
  readonly ledgerNow: (signal?: AbortSignal) => Promise<number | null>;
}): Clock {
  let offsetMs = 0;
  const now = (): number => deps.now() + offsetMs;
  return {
    now,
    async confirm(claimedMs, signal) {
      const ledgerMs = await deps.ledgerNow(signal);
      if (ledgerMs === null || Math.abs(claimedMs - ledgerMs) > AGREEMENT_MS) return false;
      offsetMs = claimedMs - deps.now();
      return true;
    },
  };
}
