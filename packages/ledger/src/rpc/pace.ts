/** How fast calls may follow each other. */
export interface Pace {
  /** How long the next call must wait; 0: it may start now. */
  waitMs(): number;
  started(): void;
  succeeded(): void;
  /** The server wanted fewer calls. `startedAtMs`: when the call that it turned away was started. */
  refused(startedAtMs: number, retryAfterMs: number | null): void;
}

export interface PaceDeps {
  /** A clock that is never set back. */
  readonly monotonicMs: () => number;
  /** 0 ≤ x < 1. */
  readonly random: () => number;
}

const SLOWEST_PER_SECOND = 2;
/** Beyond this the limit is forgotten. */
const FASTEST_PER_SECOND = 1_000;
/** Of the calls that got through in the last second: what the server allows, with room to spare. */
const SHARE_KEPT = 0.8;
/** Calls a second that each second adds while the last refusal is news. */
const INCREASE_PER_SECOND = 1;
/** For so long after a refusal the rate that got through before it counts as the limit. A server that was away has no limit to tell. */
const NEWS_MS = 1_500;
/** Calls a second that each call adds after that. */
const INCREASE_PER_CALL = 2;
const FIRST_HOLD_MS = 250;
/** A server that turns away everything is asked this often, whether it is back. */
const LONGEST_OWN_HOLD_MS = 2_000;
const LONGEST_HOLD_MS = 10_000;
const WINDOW_MS = 1_000;

/**
 * Unlimited until a server says "too many". Then all calls hold still together, for as long as it asked or a time with jitter that doubles
 * while it goes on refusing, and go on at the rate that last got through. That grows by a fixed amount at first, and with every call once a
 * while has passed without another refusal.
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
      // Calls that were under way when the hold began tell nothing new.
      if (startedAtMs < heldSinceMs) return;
      const backoffMs = Math.min(FIRST_HOLD_MS * 2 ** holdsInARow, LONGEST_OWN_HOLD_MS) * (0.5 + random());
      perSecond = Math.max(SLOWEST_PER_SECOND, SHARE_KEPT * Math.min(perSecond, passedLately()));
      holdsInARow += 1;
      heldSinceMs = monotonicMs();
      holdUntilMs = heldSinceMs + Math.min(Math.max(backoffMs, retryAfterMs ?? 0), LONGEST_HOLD_MS);
    },
  };
}
