/** One number of one server. */
export interface ServerClockReading {
  /** Index of the server. */
  readonly server: number;
  readonly value: number;
  /** True: a number of `finalized`, which trails by as much as the ledger takes to finalize. */
  readonly mayTrail: boolean;
}

/** Whether a number is believed; `unwitnessed` while no two answers agree, else `ahead` or `behind`. */
export type ClockVerdict = 'believed' | 'unwitnessed' | 'ahead' | 'behind';

/** A number of the ledger that only grows, as far as answers may be believed: its slot, or its height. */
export interface BelievedClock {
  /** Judges a number and remembers it. */
  judge(reading: ServerClockReading): ClockVerdict;
  /** Judges a number without remembering it. */
  compare(reading: Pick<ServerClockReading, 'value' | 'mayTrail'>): ClockVerdict;
  /** Milliseconds since the last believed number; Infinity before one. */
  idleMs(): number;
}

/** Largest error of a believed number: servers lag by tens of slots, and Agave calls one healthy up to 128 behind. */
export const CLOCK_TOLERANCE = 150;
/** The least time that a slot takes. Mainnet takes 400 ms on average. */
const SHORTEST_SLOT_MS = 300;
/** Milliseconds apart at which two answers of one server confirm each other. */
export const WITNESS_APART_MS = 500;

interface Point {
  readonly value: number;
  readonly atMs: number;
}

/**
 * A number is believed within what time explains since the last believed one. Two answers that agree move the clock anywhere: those of two
 * servers, or of one some time apart with no believed one between. So one wrong number moves it nowhere, and a true leap costs one answer.
 */
export function createBelievedClock({ monotonicMs }: { readonly monotonicMs: () => number }): BelievedClock {
  let believed: Point | null = null;
  let candidate: (Point & { readonly server: number }) | null = null;

  const compare = (
    { value, mayTrail }: Pick<ServerClockReading, 'value' | 'mayTrail'>,
    from: Point | null,
    nowMs: number,
  ): ClockVerdict => {
    if (from === null) return 'unwitnessed';
    if (value > from.value + (nowMs - from.atMs) / SHORTEST_SLOT_MS + CLOCK_TOLERANCE) return 'ahead';
    return mayTrail || value >= from.value - CLOCK_TOLERANCE ? 'believed' : 'behind';
  };

  return {
    compare: (reading) => compare(reading, believed, monotonicMs()),
    idleMs: () => (believed === null ? Infinity : monotonicMs() - believed.atMs),
    judge(reading) {
      const { server, value } = reading;
      const nowMs = monotonicMs();
      const verdict = compare(reading, believed, nowMs);
      if (verdict === 'believed') {
        if (believed === null || value >= believed.value) believed = { value, atMs: nowMs };
        // A number far behind, of a ledger that finalizes late, contradicts nothing.
        if (value >= believed.value - CLOCK_TOLERANCE) candidate = null;
        return verdict;
      }
      const agrees = candidate !== null && compare({ value, mayTrail: false }, candidate, nowMs) === 'believed';
      if (candidate === null || !agrees) {
        candidate = { value, atMs: nowMs, server };
        return verdict;
      }
      if (server === candidate.server && nowMs - candidate.atMs < WITNESS_APART_MS) return verdict;
      believed = { value: Math.max(value, candidate.value), atMs: nowMs };
      candidate = null;
      return 'believed';
    },
  };
}
