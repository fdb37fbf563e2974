/** Rate of calls. */
export interface Pace {
  /** Wait before the next call; 0: it may start now. */
  waitMs(): number;
  started(): void;
  succeeded(): void;
  /** The server refused a call as one too many. `startedAtMs`: start of that call. */
  refused(startedAtMs: number, retryAfterMs: number | null): void;
}

export interface PaceDeps {
  /** Monotonic clock. */
  readonly monotonicMs: () => number;
  /** 0 ≤ x < 1. */
  readonly random: () => number;
}

const SLOWEST_PER_SECOND = 2;
/** The limit is dropped above this rate. */
const FASTEST_PER_SECOND = 1_000;
/** Share of the calls answered in the last second: the server's limit with a margin. */
const SHARE_KEPT = 0.8;
/** Growth per second while the last refusal is recent, in calls per second. */
const INCREASE_PER_SECOND = 1;
/** A refusal is recent for this long: the rate before it counts as the server's limit. An outage shows no limit. */
const NEWS_MS = 1_500;
/** Growth per call after that, in calls per second. */
const INCREASE_PER_CALL = 2;
const FIRST_HOLD_MS = 250;
/** Lowest rate: how often a server that refuses every call is tried. */
const LONGEST_OWN_HOLD_MS = 2_000;
const LONGEST_HOLD_MS = 10_000;
const WINDOW_MS = 1_000;

/**
 * Unlimited until the server refuses a call as one too many. Then all calls pause: for the time that the server asks for, or for a time with
 * jitter that doubles at each refusal. Calls continue at the last rate that the server answered. The rate grows by a fixed amount at first,
 * and with every call after a while without a refusal.
 */
export function createPace({ monotonicMs, random }: PaceDeps): Pace {
  let perSecond = Infinity;
  let nextStartMs = -Infinity;
  let holdUntilMs = -Infinity;
  let heldSinceMs = -Infinity;
  let holdsInARow = 0;
  let succeededAtMs: number[] = [];

  const passedLately = (): number => {
    const since = monotonicMs() - WINDOW_MS;
    succeededAtMs = succeededAtMs.filter((ms) => ms > since);
    return succeededAtMs.length;
  };

  return {
    waitMs: () => Math.max(0, holdUntilMs - monotonicMs(), nextStartMs - monotonicMs()),
    started() {
      if (perSecond !== Infinity) nextStartMs = Math.max(nextStartMs, monotonicMs()) + WINDOW_MS / perSecond;
    },
    succeeded() {
      holdsInARow = 0;
      if (succeededAtMs.push(monotonicMs()) > FASTEST_PER_SECOND) passedLately();
      if (perSecond === Infinity) return;
      perSecond += monotonicMs() - holdUntilMs < NEWS_MS ? INCREASE_PER_SECOND / perSecond : INCREASE_PER_CALL;
      if (perSecond > FASTEST_PER_SECOND) perSecond = Infinity;
    },
    refused(startedAtMs, retryAfterMs) {
      // Calls that started before the pause tell nothing new.
      if (startedAtMs < heldSinceMs) return;
      const backoffMs = Math.min(FIRST_HOLD_MS * 2 ** holdsInARow, LONGEST_OWN_HOLD_MS) * (0.5 + random());
      perSecond = Math.max(SLOWEST_PER_SECOND, SHARE_KEPT * Math.min(perSecond, passedLately()));
      holdsInARow += 1;
      heldSinceMs = monotonicMs();
      holdUntilMs = heldSinceMs + Math.min(Math.max(backoffMs, retryAfterMs ?? 0), LONGEST_HOLD_MS);
    },
  };
}
