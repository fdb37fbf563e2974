/**
 * Tells the nodes that fall short far more often than their peers. No node is judged by its own count alone. A moving source or a hostile
 * caller makes honest nodes fall short too, but most of them at once, which moves the measure.
 */
export interface PeerMeasure {
  /** Whether the node fell short where a quorum of its peers did not. */
  record(nodeIndex: number, fellShort: boolean): void;
  standsOut(nodeIndex: number): boolean;
  /** True once in a while for a node that stands out: it is to be asked along, to see whether it still falls short. */
  takeProbe(nodeIndex: number): boolean;
}

/** How much more often than the median of its peers a node may fall short. */
const ALLOWANCE = 0.25;
/** More than its due: two times on end where peers never do, three times and more where they do sometimes. */
const STANDS_OUT_FROM = 1.5;
/** At most, so that six good answers clear any node. */
const MAX_EXCESS = 3;
/** Rounds after which older ones count half. */
const WINDOW = 32;
/** Fewer rounds say little of how often a node falls short. */
const ENOUGH = 4;
/** Fewer peers are no measure, since one of them may be at fault itself; they count as never falling short. */
const ENOUGH_PEERS = 3;
/** A node that was not compared for so long has no record any more. */
const FORGOTTEN_AFTER_MS = 3_600_000;
const PROBED_EVERY_MS = 5_000;

interface Standing {
  readonly excess: number;
  readonly shortfalls: number;
  readonly rounds: number;
  readonly atMs: number;
}

/** Holds as many entries as a registry has places. */
export function createPeerMeasure(deps: { readonly monotonicMs: () => number }): PeerMeasure {
  const standings = new Map<number, Standing>();
  const probedAtMs = new Map<number, number>();

  const standingOf = (nodeIndex: number): Standing | null => {
    const standing = standings.get(nodeIndex);
    return standing === undefined || deps.monotonicMs() - standing.atMs >= FORGOTTEN_AFTER_MS ? null : standing;
  };

  const rateOfPeers = (nodeIndex: number): number => {
    const peers = [...standings.keys()].filter((index) => index !== nodeIndex);
    const rates = peers.flatMap((index) => {
      const standing = standingOf(index);
      return standing === null ? [] : [standing.shortfalls / Math.max(standing.rounds, ENOUGH)];
    });
    return rates.length < ENOUGH_PEERS ? 0 : lowerMedian(rates);
  };

  const standsOut = (nodeIndex: number): boolean => (standingOf(nodeIndex)?.excess ?? 0) >= STANDS_OUT_FROM;

  return {
    record(nodeIndex, fellShort) {
      const { excess, shortfalls, rounds } = standingOf(nodeIndex) ?? { excess: 0, shortfalls: 0, rounds: 0 };
      const weight = rounds >= WINDOW ? 0.5 : 1;
      const due = rateOfPeers(nodeIndex) + ALLOWANCE;
      standings.set(nodeIndex, {
        excess: Math.min(Math.max(excess + Number(fellShort) - due, 0), MAX_EXCESS),
        shortfalls: shortfalls * weight + Number(fellShort),
        rounds: rounds * weight + 1,
        atMs: deps.monotonicMs(),
      });
    },
    standsOut,
    takeProbe(nodeIndex) {
      const nowMs = deps.monotonicMs();
      if (!standsOut(nodeIndex) || nowMs - (probedAtMs.get(nodeIndex) ?? -Infinity) < PROBED_EVERY_MS) return false;
      probedAtMs.set(nodeIndex, nowMs);
      return true;
    },
  };
}

function lowerMedian(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
}
